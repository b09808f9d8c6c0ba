/** The log from its start, as events, for audits and comparisons. */
import type { DomainEvent, RecordedEvent } from '../../kernel/event.ts';
import { type Position, START } from '../../kernel/position.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import { type ChainCheckDeps, createChainCheck } from './check-chain.ts';

export type ReplayOptions = {
  /** Only streams of these categories; all unless stated. */
  readonly categories?: readonly string[];
  /** Exclusive; the start of the log unless stated. */
  readonly from?: Position;
  readonly signal?: AbortSignal;
};

export type ReplayedBatch = { readonly events: readonly RecordedEvent[]; readonly through: Position };

export type ReplayDeps = ChainCheckDeps & {
  readonly feed: Pick<EventFeed, 'read'>;
  readonly codec: Pick<EventCodec, 'decodeOnce' | 'decodeData' | 'verify'>;
};

/** The place of a replayed event. */
type Place = Pick<RecordedEvent, 'stream' | 'revision' | 'position'>;

/** Type, data and place of an event, not held against its shape. */
export type LeanEvent = DomainEvent & Place;

/**
 * As `replay`, for audits of long logs: half the cost, and only the data and the place of an event. The chain is
 * checked as there; the shape is not, so the audit checks the members that it uses.
 */
export const replayLean = async function* (
  deps: ReplayDeps,
  options: ReplayOptions = {},
): AsyncGenerator<readonly LeanEvent[]> {
  const { from = START, ...read } = options;
  const check = createChainCheck(deps);
  for await (const { events } of deps.feed.read(from, read)) {
    const lean: LeanEvent[] = [];
    for (const stored of events) {
      const pending = check(stored);
      if (pending !== undefined) await pending;
      const { type, data } = deps.codec.decodeData(stored);
      lean.push({ type, data, stream: stored.stream, revision: stored.revision, position: stored.position });
    }
    yield lean;
  }
};

/**
 * Events in the order of the log up to its present end, each checked against the chain of its stream before it is
 * decoded. Fault `corrupt` names the first bad one.
 */
export const replay = async function* (deps: ReplayDeps, options: ReplayOptions = {}): AsyncGenerator<ReplayedBatch> {
  const { from = START, ...read } = options;
  const check = createChainCheck(deps);
  for await (const { events, through } of deps.feed.read(from, read)) {
    const decoded: RecordedEvent[] = [];
    for (const stored of events) {
      const pending = check(stored);
      if (pending !== undefined) await pending;
      decoded.push(deps.codec.decodeOnce(stored));
    }
    yield { events: decoded, through };
  }
};
