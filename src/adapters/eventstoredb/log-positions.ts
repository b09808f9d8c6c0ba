/**
 * Positions of this log: `<epoch, 4 hex digits>-<commit position, 20 digits>`, as in decision 0008. Starts of epochs
 * are read before the first use. They are looked for again from time to time, and noted when they come by.
 */
import { EPOCH_TYPE, type Epoch, epochAfter, firstEpoch } from '../../kernel/epochs.ts';
import { assert } from '../../kernel/faults.ts';
import { objectIn } from '../../kernel/json.ts';
import { limits } from '../../kernel/limits.ts';
import { epochOf, type Position, START } from '../../kernel/position.ts';
import type { Clock } from '../../ports/basics.ts';
import { NOTHING, type Seq, seqBefore } from './server/sequence.ts';

const FORM = /^[0-9a-f]{4}-[0-9]{20}$/;
const NEVER: Seq = '99999999999999999999';

/** An event of the epochs' stream. */
export type Marker = {
  readonly revision: number;
  readonly type: string;
  readonly data: string;
  readonly seq: Seq;
};

/** Where a reader goes on: after `after`, by asking the server for events from `from` on. */
export type Place =
  | { readonly after: Seq; readonly from: Seq | 'start' }
  /** Of an epoch that has not begun: after everything. */
  | { readonly after: typeof NEVER; readonly from: 'to come' };

export type LogPositions = {
  /** Looks for new epochs if the last look was a while ago, or at once if it must be. Faults of a read. */
  look(how?: 'now'): Promise<void>;
  positionOf(seq: Seq): Position;
  /** The place from which a reader of everything up to a position goes on. Looks for epochs that it does not know. */
  placeOf(position: Position): Promise<Place>;
  /** Tells of an event of the epochs' stream that came by in the order of the log. */
  note(marker: Marker): void;
};

export type LogPositionsDeps = {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The events of the epochs' stream from a revision on. */
  readonly readMarkers: (from: number) => Promise<readonly Marker[]>;
  /** The last event before one of the log that is none of the server's own; nothing when there is none. */
  readonly lastBefore: (seq: Seq) => Promise<Seq>;
};

export const createLogPositions = ({ clock, readMarkers, lastBefore }: LogPositionsDeps): LogPositions => {
  let current = firstEpoch(NOTHING);
  const epochs = [current];
  let nextRevision = 0;
  let lookedAt = -Infinity;
  let looking: Promise<void> | undefined;

  const note = ({ revision, type, data, seq }: Marker): void => {
    if (revision !== nextRevision) return;
    nextRevision += 1;
    if (type !== EPOCH_TYPE) return;
    current = epochAfter(current, seq, namedIn(data));
    epochs.push(current);
  };

  const lookAgain = async (): Promise<void> => {
    const startedAt = clock.monotonic();
    for (const marker of await readMarkers(nextRevision)) note(marker);
    lookedAt = startedAt;
  };

  const look = async (how?: 'now'): Promise<void> => {
    if (how === undefined && clock.monotonic() - lookedAt < limits.logEpochLookMs) return;
    // One that began before now may have missed the requested event.
    if (how === 'now') await looking?.catch(() => undefined);
    looking ??= lookAgain().finally(() => {
      looking = undefined;
    });
    await looking;
  };

  const positionOf = (seq: Seq): Position => {
    const epoch = seq >= current.firstSeq ? current : epochs.findLast((one) => one.firstSeq <= seq);
    assert(epoch !== undefined, 'epoch 0 starts before everything');
    return epoch.prefix + seq;
  };

  const placeOf = async (position: Position): Promise<Place> => {
    if (position === START) return { after: NOTHING, from: 'start' };
    assert(FORM.test(position), `not a position of this log: ${position}`);
    const epoch = epochOf(position);
    await look(epoch > current.epoch ? 'now' : undefined);
    if (epoch > current.epoch) return { after: NEVER, from: 'to come' };
    const seq = position.slice(5);
    const next = epochs.find((one) => one.epoch > epoch);
    // Events of an ended epoch past its end are gone. The server may have written its own events there since the backup
    // was restored. A place where no event begins it refuses for ever.
    if (next !== undefined && (seq >= next.firstSeq || seq > (await lastBefore(next.firstSeq)))) return before(next);
    // Nor has it anything before its marker: that was the log which a backup took the place of.
    const own = epochs.findLast((one) => one.epoch <= epoch);
    if (own !== undefined && seq < own.firstSeq) return before(own);
    return { after: seq, from: seq };
  };

  return { look, positionOf, placeOf, note };
};

/** There need not be an event right before it, and only those can be asked for. */
const before = ({ firstSeq }: Epoch<Seq>): Place => ({ after: seqBefore(firstSeq), from: firstSeq });

/** An event that cannot be read starts an epoch all the same: it is in the log, and every process must agree. */
const namedIn = (data: string): unknown => objectIn(data)?.['epoch'];
