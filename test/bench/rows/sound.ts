/** How much faster than its own length sound is made, by one child process from its start to its end. */
import { join } from 'node:path';
import { createScratchFolders } from '../../../src/adapters/system/scratch.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { type Children, createChildren } from '../../../src/engines/child/children.ts';
import { createServiceMusic } from '../../../src/engines/service-music/create-service-music.ts';
import { createServiceSpeech } from '../../../src/engines/service-speech/create-service-speech.ts';
import type { Engine, MusicRequest, SpeechRequest } from '../../../src/ports/engine.ts';
import { type Benchmark, median, type NotRun, type Result, type Settings } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';

const WINDOWS = 3;

const musicOf = (quick: boolean): MusicRequest => ({
  makes: 'music',
  prompt: 'epic orchestral battle with drums, 100 bpm',
  durationMs: quick ? 10_000 : 120_000,
  instrumental: true,
  seed: 1,
});

const SENTENCE = 'The harbour is quiet, the boats are home, and the lamps along the quay go out one by one. ';

const speechOf = (quick: boolean): SpeechRequest => ({
  makes: 'speech',
  lines: [{ text: SENTENCE.repeat(quick ? 4 : 60), startMs: null }],
  voice: 'speech-2.8-hd',
});

export const musicMade: Benchmark = {
  name: 'music',
  run: async (settings) =>
    measure(settings, (children) => createServiceMusic({ children }), musicOf, {
      what: 'seconds of music made in a second, the whole ensemble with drums',
      bound: { atLeast: 20 },
    }),
};

export const speechMade: Benchmark = {
  name: 'speech',
  run: async (settings) =>
    measure(settings, (children) => createServiceSpeech({ children }), speechOf, {
      what: 'seconds of speech made in a second, with the times of its words',
      bound: { atLeast: 10 },
    }),
};

const measure = async <R extends MusicRequest | SpeechRequest>(
  { quick, tell }: Settings,
  open: (children: Children) => Engine<R>,
  requestOf: (quick: boolean) => R,
  row: Pick<Result, 'what' | 'bound'>,
): Promise<readonly (Result | NotRun)[]> =>
  withScratch(async (root) => {
    const children = createChildren({
      childrenMax: 1,
      background: createTimers({ background: true }),
      codeFolder: join(root, 'children'),
    });
    const engine = open(children);
    if (!(await engine.available())) return [{ what: row.what, notRun: engine.limitations.join(' ') }];
    const folders = createScratchFolders({ root, clock: { now: () => Date.now() } });
    const ratios: number[] = [];
    let sound = 0;
    for (let window = 0; window < (quick ? 1 : WINDOWS); window += 1) {
      const scratch = folders.open();
      const start = performance.now();
      const answer = await engine.perform('bench', requestOf(quick), scratch, new AbortController().signal);
      const seconds = (performance.now() - start) / 1_000;
      await scratch.remove();
      sound = answer.kind === 'done' ? (answer.output.durationMs ?? 0) / 1_000 : 0;
      ratios.push(sound / seconds);
      tell(`${sound} s of sound in ${seconds} s`);
    }
    await children.close();
    const value = median(ratios);
    return [{ ...row, value, unit: 'x', figures: { 'seconds of sound': sound, 'seconds of work': sound / value } }];
  });
