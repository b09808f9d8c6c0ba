/**
 * Positions of this log: `<epoch, 4 hex digits>-<sequence, 12 digits>`. Both parts have a fixed width, so positions
 * sort as text. The epoch is not stored: it follows from the `LogEpochStarted` events of the stream `system-log`. Such
 * an event is the first of its epoch. So a reader past it in the old epoch still gets it.
 */
import type { DatabaseSync } from 'node:sqlite';
import { assert } from '../../kernel/faults.ts';
import { type Position, START } from '../../kernel/position.ts';
import { rows } from './database.ts';

export const EPOCH_STREAM = 'system-log';
export const EPOCH_TYPE = 'LogEpochStarted';

/** 12 digits outlast any disk: 30 years at a thousand events a second. */
const DIGITS = 12;
const FORM = /^[0-9a-f]{4}-[0-9]{12}$/;
const EPOCH_MAX = 0xffff;

type Epoch = { readonly epoch: number; readonly prefix: string; readonly firstSeq: number };

export type LogPositions = {
  positionOf(seq: number): Position;
  /** The last sequence number at or before a position; positions of epochs to come are after everything. */
  seqAt(position: Position): number;
  /** Whether one follows the other without room for an event between them: sequence numbers go on over epochs. */
  readonly isNext: (before: Position, after: Position) => boolean;
  /** Reads the epochs again, after events that this object was not told of. */
  refresh(): void;
  /** Tells of an event on its way into the log, or in it; one that is known already changes nothing. */
  note(event: { readonly stream: string; readonly type: string; readonly data: string }, seq: number): void;
};

export const createLogPositions = (database: DatabaseSync): LogPositions => {
  const select = rows<[seq: number, data: string]>(
    database,
    `SELECT seq, data FROM events WHERE stream = '${EPOCH_STREAM}' AND type = '${EPOCH_TYPE}' ORDER BY revision`,
  );
  let epochs: Epoch[] = [];
  let current: Epoch = { epoch: 0, prefix: prefixOf(0), firstSeq: 0 };

  const add = (seq: number, data: string): void => {
    current = startedBy(current, seq, data);
    epochs.push(current);
  };

  const refresh = (): void => {
    current = { epoch: 0, prefix: prefixOf(0), firstSeq: 0 };
    epochs = [current];
    for (const [seq, data] of select.all()) add(seq, data);
  };

  const positionOf = (seq: number): Position => {
    const epoch = seq >= current.firstSeq ? current : epochs.findLast((one) => one.firstSeq <= seq);
    assert(epoch !== undefined, 'epoch 0 starts at 0');
    return epoch.prefix + String(seq).padStart(DIGITS, '0');
  };

  const seqAt = (position: Position): number => {
    if (position === START) return 0;
    assert(FORM.test(position), `not a position of this log: ${position}`);
    const epoch = Number.parseInt(position.slice(0, 4), 16);
    const seq = Number(position.slice(5));
    if (epoch > current.epoch) return Number.MAX_SAFE_INTEGER;
    const next = epochs.find((one) => one.epoch > epoch);
    return next === undefined ? seq : Math.min(seq, next.firstSeq - 1);
  };

  refresh();
  return {
    positionOf,
    seqAt,
    isNext: (before, after) => sequenceOf(after) === sequenceOf(before) + 1,
    refresh,
    note: (event, seq) => {
      const startsEpoch = event.type === EPOCH_TYPE && event.stream === EPOCH_STREAM;
      if (startsEpoch && seq > current.firstSeq) add(seq, event.data);
    },
  };
};

/** 0 for the start of the log, which is before the first event. */
const sequenceOf = (position: Position): number => Number(position.slice(5));

const prefixOf = (epoch: number): string => `${epoch.toString(16).padStart(4, '0')}-`;

/** The operator may name a higher epoch than the next: a backup can be older than an epoch that others have seen. */
const startedBy = (before: Epoch, seq: number, data: string): Epoch => {
  const { epoch: named } = JSON.parse(data) as { epoch?: unknown };
  const epoch = Math.max(before.epoch + 1, Number.isInteger(named) ? (named as number) : 0);
  assert(epoch <= EPOCH_MAX, 'the log is out of epochs');
  return { epoch, prefix: prefixOf(epoch), firstSeq: seq };
};
