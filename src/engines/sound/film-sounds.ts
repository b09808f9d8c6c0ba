/** The sounds that the built-in assembly plays under scenes: those that `SOUNDS` of `tools/allowed.ts` opens. */
import { limits } from '../../kernel/limits.ts';
import type { SoundRules } from '../../ports/engine.ts';

export const FILM_SOUNDS: Omit<SoundRules, 'limitations'> = {
  containers: ['wav', 'mp3', 'aac', 'mp4', 'ogg', 'flac', 'webm'],
  codecs: ['pcm-u8', 'pcm-s16', 'pcm-s24', 'pcm-s32', 'pcm-f32', 'mp3', 'aac', 'opus', 'vorbis', 'flac'],
  channelsMax: 2,
  sampleRateMin: limits.soundRateMin,
  sampleRateMax: limits.soundRateMax,
};
