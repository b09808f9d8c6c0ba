/** The speaking machine: the only file that knows the library. It is under the GPL, and only a child loads it. */
import initialise from '@echogarden/espeak-ng-emscripten';
import { SPEECH_FORMAT } from './speech-format.ts';
import type { Heard } from './word-times.ts';

const WORDS_PER_MINUTE = 160;

export type Spoken = { readonly samples: Float32Array; readonly heard: readonly Heard[] };

export type Machine = { readonly speak: (text: string) => Spoken };

/** One for each job: its noise goes on from text to text, so the same texts in the same order sound the same. */
export const createMachine = async (voice: string): Promise<Machine> => {
  const { eSpeakNGWorker: Worker } = await initialise();
  const worker = new Worker();
  if (worker.set_voice(voice) !== 0) throw new Error(`the machine has no voice ${voice}`);
  worker.set_rate(WORDS_PER_MINUTE);
  return {
    speak: (text) => {
      const parts: Float32Array[] = [];
      const heard: Heard[] = [];
      worker.synthesize(text, (samples, events) => {
        if (samples !== null) parts.push(new Float32Array(samples).map((sample) => sample / 32_768));
        for (const { type, text_position: place, audio_position: ms } of events) {
          if (type === 'word') heard.push({ place: place - 1, at: Math.round((ms / 1_000) * SPEECH_FORMAT.rate) });
        }
      });
      return { samples: joined(parts), heard };
    },
  };
};

const joined = (parts: readonly Float32Array[]): Float32Array => {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
