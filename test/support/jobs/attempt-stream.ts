/** The stream of one attempt, as `AttemptRecord` shows it: leases by epoch, and one outcome. */
import type { AttemptRecord } from '../../../src/application/reactions/attempt.ts';

export type AttemptStream = AttemptRecord & {
  /** A person ends the job. */
  readonly cancel: () => void;
  readonly epoch: () => number;
  /** The recorded results, in order; one under an old epoch is recorded as `stale`. */
  readonly outcomes: () => readonly string[];
};

/** `held`: the epoch at which another holds the attempt when the test begins; 0 for none. */
export const createAttemptStream = (held = 0): AttemptStream => {
  let epoch = held;
  const outcomes: string[] = [];
  let calledOff = false;

  const record = async (at: number, outcome: string): Promise<void> => {
    await Promise.resolve();
    outcomes.push(at === epoch ? outcome : 'stale');
  };

  return {
    claim: async (lapsedEpoch) => {
      await Promise.resolve();
      if (outcomes.some((outcome) => outcome !== 'stale')) return { kind: 'over' };
      if (lapsedEpoch !== epoch) return { kind: 'held', epoch };
      epoch += 1;
      return { kind: 'taken', epoch, calledOff };
    },
    delivered: async (inForce) => record(await inForce(), 'delivered'),
    submitted: async (at, { ref }) => record(at, `submitted ${ref}`),
    failed: async (at, code) => record(at, code),
    unknown: async (at, pollAfterMs) =>
      record(at, pollAfterMs === null ? 'unknown' : `unknown, asked after ${pollAfterMs}`),
    cancel: () => {
      calledOff = true;
    },
    epoch: () => epoch,
    outcomes: () => outcomes,
  };
};
