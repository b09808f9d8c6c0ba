/**
 * Checks the order of the whole log, which no stream's chain covers. No event may be missing between two neighbours,
 * and the sealed events must be there, in the same order.
 *
 * A seal is one hash over places and hashes of all events up to a position. It is kept with the read models, in another
 * file than the log, under the service's signature. A rewritten stream breaks it, even with a new chain, and so do
 * events of two streams that trade places. The start of an epoch names one too, of the log that an operator has
 * confirmed.
 */
import { logEpochStarted } from '../../../events/system.ts';
import { sha256 } from '../../kernel/canonical-json.ts';
import { categoryOf } from '../../kernel/event.ts';
import { Fault } from '../../kernel/faults.ts';
import { type Position, START } from '../../kernel/position.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { claimedHash, GENESIS } from '../../schema/hash-chain.ts';

/**
 * A check of one event after the other. Fault `corrupt` with its stream, revision and position, and `detail.reason`
 * `gap`: events right before it are missing. `from`: the position that the first one follows.
 */
export const createGapCheck = (
  { isNext }: Pick<EventFeed, 'isNext'>,
  from: Position,
): ((stored: StoredEvent) => void) => {
  let last = from;
  return (stored) => {
    const before = last;
    last = stored.position;
    // After a restore that an operator has confirmed, the event at `from` may be gone.
    if (before === from && from !== START && isEpochStart(stored)) return;
    if (isNext?.(before, last) === false) throw damagedAt(stored, 'gap', 'events right before it are missing');
  };
};

/**
 * A hash over everything up to a position. Events enter the digest in blocks, so that one costs a fraction of a hash.
 * Those after the last full block are in `tail`, in the form of the digest's input.
 */
export type Seal = {
  readonly position: Position;
  readonly digest: string;
  readonly tail: string;
  readonly tailEvents: number;
  /** All that it is over. */
  readonly events: number;
};

/** A pledge: the seal of everything up to the position has this hash. */
export type Pledge = { readonly position: Position; readonly hash: string };

export const pledgeOf = ({ position, digest, tail }: Seal): Pledge => ({ position, hash: sha256(`${digest}${tail}`) });

const BLOCK_EVENTS = 64;

export type Sealing = {
  /**
   * The next event. Fault `corrupt` as above, with `detail.reason` `resealed`: an event at or before it contradicts a
   * pledge.
   */
  readonly take: (stored: StoredEvent) => void;
  /** There is no event that was not taken up to this position. */
  readonly reach: (position: Position) => void;
  /** Over everything so far; undefined when the events before the first one were not sealed. */
  readonly seal: () => Seal | undefined;
};

/** Goes on from a position with the `known` seal, if that is the one of this position. Holds against the pledges. */
export const createSealing = (from: Position, known: Seal | undefined, pledges: readonly Pledge[] = []): Sealing => {
  const start = from === START ? NOTHING : known?.position === from ? known : undefined;
  let { position, digest, tail, tailEvents, events } = start ?? NOTHING;
  const isSealed = start !== undefined;
  const due = pledges.filter((pledge) => pledge.position > from).toSorted((a, b) => (a.position < b.position ? -1 : 1));

  /** All that are due now: a seal covers everything up to their place. */
  const holdAgainst = (stored: StoredEvent, isDue: (pledge: Pledge) => boolean): void => {
    for (let [pledge] = due; pledge !== undefined && isDue(pledge); [pledge] = due) {
      due.shift();
      if (sha256(`${digest}${tail}`) === pledge.hash) continue;
      throw damagedAt(stored, 'resealed', 'up to here the log is not the one that was sealed');
    }
  };

  return Object.freeze({
    take: (stored: StoredEvent) => {
      if (!isSealed) return;
      holdAgainst(stored, (pledge) => pledge.position < stored.position);
      ({ position } = stored);
      tail += `${position}${claimedHash(stored.metadata)}`;
      tailEvents += 1;
      events += 1;
      if (tailEvents === BLOCK_EVENTS) {
        digest = sha256(`${digest}${tail}`);
        tail = '';
        tailEvents = 0;
      }
      holdAgainst(stored, (pledge) => pledge.position === position);
    },
    reach: (reached: Position) => {
      if (reached > position) position = reached;
    },
    seal: () => (isSealed ? { position, digest, tail, tailEvents, events } : undefined),
  });
};

const NOTHING: Seal = { position: START, digest: GENESIS, tail: '', tailEvents: 0, events: 0 };

const isEpochStart = ({ type, stream }: StoredEvent): boolean =>
  type === logEpochStarted.type && categoryOf(stream) === logEpochStarted.category;

/** The fault of one bad event. */
export const damagedAt = ({ stream, revision, position, type }: StoredEvent, reason: string, problem: string): Fault =>
  new Fault('corrupt', `the log is damaged: ${type} at ${stream}, revision ${revision}, ${position}: ${problem}`, {
    detail: { reason, stream, revision, position, type },
  });
