/** The demo played against the fake service, with timers that do not wait. */
import { setImmediate as immediate } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import type { DemoEvent } from '../../../src/main/demo/events.ts';
import { runDemo } from '../../../src/main/demo/run-demo.ts';
import { boardOf } from '../../../src/main/demo/board.ts';
import { createHastyTimers } from '../kernel/hasty-timers.ts';
import { createFakeService, type Spoil } from './fake-service.ts';
import { tempFolder } from '../process/temp-folder.ts';

const SCREENPLAY = `Title: Three Frames

INT. KITCHEN - DAY

ADA (a woman in red) looks up.

She goes.

EXT. SEA - NIGHT

A boat.
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
  /** The credits that the audit counts as debited; the story debits 4 for frames and 15 for the film. */
  readonly auditDebited?: number;
};

/** Names of the checks that failed, what was told on the way, and the folder with the result. */
export const playDemo = async (t: ExecutionContext, options: PlayOptions = {}) => {
  const { spoil, auditOk = true, auditDebited = 19 } = options;
  const service = await createFakeService(t, spoil);
  const events: DemoEvent[] = [];
  const out = tempFolder(t);
  let stopped = 0;
  const failed = await runDemo(
    {
      start: async () =>
        Promise.resolve({
          baseUrl: service.baseUrl,
          isRunning: () => true,
          stop: async () => {
            stopped += 1;
            await service.stop();
          },
        }),
      tools: {
        token: async () => Promise.resolve('token'),
        audit: async () => {
          const report = { totals: { events: 9, debited: auditDebited } };
          return Promise.resolve({ ok: auditOk, exitCode: auditOk ? 0 : 1, report });
        },
      },
      report: (event) => events.push(event),
      signal: new AbortController().signal,
      ...hasty(),
    },
    { board: await boardOf(SCREENPLAY, createHastyTimers()), screenplay: SCREENPLAY, out, dataFolder: 'data' },
  );
  t.is(stopped, 1);
  return { failed: failed.map(({ name }) => name), events, out };
};
