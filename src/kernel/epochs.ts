/**
 * Epochs of a log, as an adapter keeps them to tell positions. They are not stored: each `LogEpochStarted` event of the
 * stream `system-log` is the first of its own epoch. So a reader past it in the old epoch still gets it.
 */
import { assert } from './faults.ts';
import { epochStart, type Position } from './position.ts';

export const EPOCH_STREAM = 'system-log';
export const EPOCH_TYPE = 'LogEpochStarted';

const EPOCH_MAX = 0xffff;

/** `S`: a place in the log, as the adapter has it. */
export type Epoch<S> = {
  readonly epoch: number;
  /** Before the place, in each position of the epoch. */
  readonly prefix: Position;
  readonly firstSeq: S;
};

/** The one that starts before everything. */
export const firstEpoch = <S>(firstSeq: S): Epoch<S> => ({ epoch: 0, prefix: epochStart(0), firstSeq });

/** The operator may name a higher epoch than the next: a backup can be older than an epoch that others have seen. */
export const epochAfter = <S>(last: Epoch<S>, firstSeq: S, named: unknown): Epoch<S> => {
  const epoch = Math.max(last.epoch + 1, Number.isInteger(named) ? (named as number) : 0);
  assert(epoch <= EPOCH_MAX, 'the log is out of epochs');
  return { epoch, prefix: epochStart(epoch), firstSeq };
};
