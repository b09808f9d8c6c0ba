/** The demo on a service of a test: the real one, recorded, or a recording with answers changed. */
import { setImmediate as immediate } from 'node:timers/promises';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import type { Makers } from '../../../src/main/core.ts';
import type { Done, Engine } from '../../../src/ports/engine.ts';
import { boardOf } from '../../../src/main/demo/board.ts';
import type { DemoEvent } from '../../../src/main/demo/events.ts';
import { type DemoDeps, runDemo } from '../../../src/main/demo/run-demo.ts';
import { FAILS_ONCE, HOPELESS, quickMakers } from '../engines/quick-makers.ts';
import { realPictureMakers } from '../engines/real-pictures.ts';
import { createHastyTimers } from '../kernel/hasty-timers.ts';
import type { Owner } from '../process/of-file.ts';
import { tempFolder } from '../process/temp-folder.ts';
import { givenService } from '../service/real-service.ts';
import { type Recording, replay, type Spoil, startRecording } from './recorded-service.ts';

/** Words that a page must not run. */
export const EVIL = `<script>alert("1")</script> & '`;

/** The first of three frames passes at once, and the second after a retry. The third is left to a person. */
const SCREENPLAY = `Title: Three Frames ${EVIL}
Author: ${EVIL}

INT. KITCHEN ${EVIL} - DAY

ADA (a woman in red) looks up.

ADA
${EVIL}

She goes. ${FAILS_ONCE}.

EXT. SEA - NIGHT

A boat. ${HOPELESS}.
`;

/**
 * Short waits pass at once, and move the clock by far more: what never comes is not looked for hundreds of times. A
 * deadline fires only when nothing else moves.
 */
const hasty = () => {
  let elapsed = 0;
  return {
    clock: { monotonic: () => elapsed },
    timers: {
      nextTurn: async () => immediate(),
      sleep: async (ms: number, signal?: AbortSignal) => {
        if (ms >= 30_000) {
          return new Promise<void>((_, reject) => {
            signal?.addEventListener('abort', () => reject(new Error('cancelled')));
          });
        }
        elapsed += 20 * ms;
        await immediate();
      },
    },
  };
};

export type PlayOptions = {
  readonly spoil?: Spoil;
  readonly auditOk?: boolean;
  /** Beside what the run debited: the credits that the audit counts. */
  readonly auditDebitedMore?: number;
};

/** The credits that the demo debits: 5 for frames and 15 for the film. */
const DEBITED = 20;

/** Names of the checks that failed, what was told on the way, and the folder with the result. */
const play = async (
  t: Owner,
  service: { readonly baseUrl: string; readonly token: () => Promise<string> },
  time: Pick<DemoDeps, 'clock' | 'timers'>,
  { auditOk = true, auditDebitedMore = 0 }: PlayOptions = {},
) => {
  const events: DemoEvent[] = [];
  const out = tempFolder(t);
  const { baseUrl, token } = service;
  const report = { totals: { events: 9, debited: DEBITED + auditDebitedMore } };
  const failed = await runDemo(
    {
      start: async () => Promise.resolve({ baseUrl, isRunning: () => true, stop: async () => Promise.resolve() }),
      tools: { token, audit: async () => Promise.resolve({ ok: auditOk, exitCode: auditOk ? 0 : 1, report }) },
      report: (event) => events.push(event),
      signal: new AbortController().signal,
      ...time,
    },
    { board: await boardOf(SCREENPLAY, createHastyTimers()), screenplay: SCREENPLAY, out, dataFolder: 'data' },
  );
  return { failed: failed.map(({ name }) => name), events, out };
};

/** Real pictures, whose engine tells what it drew of the words; and other engines. */
const makersOf = async (others: readonly Engine[]): Promise<Makers> => {
  const made = await realPictureMakers();
  const painter = made.engines.get('service_images') as Engine;
  const perform: Engine['perform'] = async (...asked) => {
    const done = (await painter.perform(...asked)) as Done;
    return { ...done, output: { ...done.output, coverage: { drawn: ['kitchen'], left: ['orrery', '<b>'] } } };
  };
  return { ...quickMakers({ ...painter, perform }, ...others), scorer: made.scorer };
};

/** On the real service, with a recording of all that it answers. `others`: engines beside that of pictures. */
export const recordDemo = async (t: Owner, others: readonly Engine[], options: PlayOptions = {}) => {
  const service = await givenService(t, { makers: await makersOf(others) });
  const { baseUrl, recording } = await startRecording(t, service.baseUrl);
  const token = async () => service.token('demo');
  const time = { clock: createClock(), timers: createTimers() };
  return { ...(await play(t, { baseUrl, token }, time, options)), recording };
};

/** On a recording, with timers that do not wait. */
export const replayDemo = async (t: Owner, recording: Recording, options: PlayOptions) => {
  const baseUrl = await replay(t, recording, options.spoil ?? ((_, answer) => answer));
  return play(t, { baseUrl, token: async () => Promise.resolve('token') }, hasty(), options);
};
