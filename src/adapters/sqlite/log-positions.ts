/**
 * Positions of this log: `<epoch, 4 hex digits>-<sequence, 12 digits>`. Both parts have a fixed width, so positions
 * sort as text (`kernel/epochs.ts`).
 */
import type { DatabaseSync } from 'node:sqlite';
import { EPOCH_STREAM, EPOCH_TYPE, type Epoch, epochAfter, firstEpoch } from '../../kernel/epochs.ts';
import { assert } from '../../kernel/faults.ts';
import { epochOf, type Position, START } from '../../kernel/position.ts';
import { rows } from './database.ts';

/** 12 digits outlast any disk: 30 years at a thousand events a second. */
const DIGITS = 12;
const FORM = /^[0-9a-f]{4}-[0-9]{12}$/;

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
  let epochs: Epoch<number>[] = [];
  let current = firstEpoch(0);

  const add = (seq: number, data: string): void => {
    const { epoch } = JSON.parse(data) as { readonly epoch?: unknown };
    current = epochAfter(current, seq, epoch);
    epochs.push(current);
  };

  const refresh = (): void => {
    current = firstEpoch(0);
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
    const epoch = epochOf(position);
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
