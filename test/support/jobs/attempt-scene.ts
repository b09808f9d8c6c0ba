/** One attempt in a world of its own, for tests of what becomes of it. */
import type { AttemptDeps, AttemptRecord } from '../../../src/application/reactions/attempt.ts';
import { createLeaseWatch } from '../../../src/application/reactions/lease-watch.ts';
import { performAttempt } from '../../../src/application/reactions/perform-attempt.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import type { Done, Engine, ImageRequest } from '../../../src/ports/engine.ts';
import { silentLogger } from '../kernel/silent-logger.ts';
import { createAttemptStream } from './attempt-stream.ts';
import { createFakeClock } from '../kernel/fake-clock.ts';
import { createFakeEngine } from '../engines/fake-engine.ts';
import { noScratch } from '../process/no-scratch.ts';

export const LEASE_MS = 1_000;

export const picture = {
  kind: 'done',
  output: { content: new Uint8Array([1, 2, 3]), contentType: 'image/png', width: 1, height: 1 },
} as const satisfies Done;

export const request: ImageRequest = {
  makes: 'image',
  prompt: 'a quay',
  negativePrompt: null,
  styleNotes: null,
  width: 1,
  height: 1,
  seed: 1,
  references: [],
};

export type SceneOptions = {
  /** The epoch at which another holds the attempt; 0 for none. */
  readonly held?: number;
  readonly putMs?: number;
  /** The time of the scene; its own unless stated. */
  readonly time?: ReturnType<typeof createFakeClock>;
  /** The request to the engine. */
  readonly asking?: () => Promise<ImageRequest>;
};

/** One attempt in a world of its own. `outcomes` are the results of the engine's calls, one after another. */
export const createScene = (
  change: Partial<Engine>,
  { held = 0, putMs = 0, time = createFakeClock(), asking = async () => Promise.resolve(request) }: SceneOptions = {},
) => {
  const calls: string[] = [];
  const base = createFakeEngine('engine', { deadlineMs: 5_000, ...change });
  const engine: Engine = {
    ...base,
    perform: async (attemptKey, asked, scratch, signal) => {
      calls.push(attemptKey);
      return base.perform(attemptKey, asked, scratch, signal);
    },
  };
  const stream = createAttemptStream(held);
  const put: AttemptDeps['objects']['put'] = async (key, content, contentType) => {
    if (putMs > 0) await time.timers.sleep(putMs);
    return { key, size: content instanceof Uint8Array ? content.length : content.size, contentType };
  };
  const deps: AttemptDeps = {
    objects: { put },
    scratch: noScratch,
    leases: createLeaseWatch(time.clock),
    leaseMs: LEASE_MS,
    clock: time.clock,
    timers: time.timers,
    logger: silentLogger,
    stopping: new AbortController().signal,
  };
  const perform = async (stillOwned = true, record: AttemptRecord = stream) =>
    performAttempt(deps, {
      attemptKey: 'key',
      workspaceId: 'ws_1',
      makes: 'image',
      engine,
      request: asking,
      record,
      callbackUrl: null,
      stillOwned: () => stillOwned,
    });
  return { time, calls, stream, deps, perform };
};

export const delivers = async (): Promise<Done> => Promise.resolve(picture);
export const fails = (code: 'unavailable' | 'rejected' | 'unknown_outcome') => async () =>
  Promise.reject(new Fault(code, 'so it is'));
