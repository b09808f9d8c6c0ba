/** One attempt in a world of its own, for tests of what becomes of it. */
import { createSilentLogger } from '../../src/adapters/pino/logger.ts';
import type { AttemptDeps, AttemptRecord } from '../../src/application/reactions/attempt.ts';
import { createLeaseWatch } from '../../src/application/reactions/lease-watch.ts';
import { performAttempt } from '../../src/application/reactions/perform-attempt.ts';
import { Fault } from '../../src/kernel/faults.ts';
import type { ImageEngine, ImageRequest, ImageResult } from '../../src/ports/image-engine.ts';
import { createAttemptStream } from './attempt-stream.ts';
import { createFakeClock } from './fake-clock.ts';
import { createFakeImageEngine } from './fake-image-engine.ts';

export const LEASE_MS = 1_000;

export const picture: ImageResult = { bytes: new Uint8Array([1, 2, 3]), contentType: 'image/png', width: 1, height: 1 };

export const request: ImageRequest = {
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
  /** What the engine is to be asked. */
  readonly asking?: () => Promise<ImageRequest>;
};

/** One attempt in a world of its own. `outcomes` are what the engine's calls come to, one after another. */
export const createScene = (
  change: Partial<ImageEngine>,
  { held = 0, putMs = 0, asking = async () => Promise.resolve(request) }: SceneOptions = {},
) => {
  const time = createFakeClock();
  const calls: string[] = [];
  const base = createFakeImageEngine('engine', { deadlineMs: 5_000, ...change });
  const engine: ImageEngine = {
    ...base,
    generate: async (attemptKey, asked, signal) => {
      calls.push(attemptKey);
      return base.generate(attemptKey, asked, signal);
    },
  };
  const stream = createAttemptStream(held);
  const put: AttemptDeps['objects']['put'] = async (key, bytes, contentType) => {
    if (putMs > 0) await time.timers.sleep(putMs);
    return { key, size: bytes.length, contentType };
  };
  const deps: AttemptDeps = {
    objects: { put },
    leases: createLeaseWatch(time.clock),
    leaseMs: LEASE_MS,
    clock: time.clock,
    timers: time.timers,
    logger: createSilentLogger(),
    stopping: new AbortController().signal,
  };
  const perform = async (stillOwned = true, record: AttemptRecord = stream) =>
    performAttempt(deps, {
      attemptKey: 'key',
      workspaceId: 'ws_1',
      engine,
      request: asking,
      record,
      stillOwned: () => stillOwned,
    });
  return { time, calls, stream, deps, perform };
};

export const delivers = async (): Promise<ImageResult> => Promise.resolve(picture);
export const fails = (code: 'unavailable' | 'rejected' | 'unknown_outcome') => async () =>
  Promise.reject(new Fault(code, 'so it is'));
