/**
 * How commands are handled: the one way into the log. `stream-queue.ts` queues the commands of one stream,
 * `command-round.ts` decides them; here the streams meet.
 */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { createDeadlines } from '../../kernel/deadlines.ts';
import type { Decider, Refusal } from '../../kernel/decider.ts';
import { categoryOf, type DomainEvent, type EventMetadata } from '../../kernel/event.ts';
import { assert, Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { type ExpectedRevision, type Position, reaches, type Revision } from '../../kernel/position.ts';
import type { Clock, Ids, Logger, Metrics, Timers, Turns } from '../../ports/basics.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { EventCodec, UnplacedEvent } from '../../schema/event-codec.ts';
import type { Answer, Decided, Question } from './command-round.ts';
import { createLatestPositions } from './latest-positions.ts';
import { createStreamQueue, type StreamQueue } from './stream-queue.ts';
import { createStreamReader, type Folded, nothing } from './stream-reader.ts';

/** The actor and the cause of a command; goes into the metadata of its events. */
export type CommandContext = Omit<EventMetadata, 'at'>;

/**
 * The durable outcome of a command. `position` is at or past everything that the outcome rests on: a reader at that
 * position sees it. None of the events is past it. `START` only for a stream without events.
 */
export type Outcome<S, E extends DomainEvent, R extends Refusal> = Decided<S, E, R> & { readonly position: Position };

export type StreamState<S> = Pick<Folded<S>, 'state' | 'revision' | 'position'>;

export type CommandHandler = {
  /**
   * Decides a command on the newest state of its stream and appends the resulting events. Answers only durable or
   * confirmed outcomes. Faults: `unavailable` (nothing was written), `ambiguous` (the outcome could not be found out in
   * time), `too_large`, `corrupt`; `cancelled` (the service is stopping). An error of `decide` is thrown to this caller
   * alone.
   */
  handle<S, C, E extends DomainEvent, R extends Refusal>(
    decider: Decider<S, C, E, R>,
    stream: string,
    command: C,
    context: CommandContext,
  ): Promise<Outcome<S, E, R>>;

  /** A state no older than this call; concurrent calls share one look at the store. */
  read<S, C, E extends DomainEvent, R extends Refusal>(
    decider: Decider<S, C, E, R>,
    stream: string,
  ): Promise<StreamState<S>>;

  /**
   * The same, but an answer may be that many milliseconds old; while the log does not answer within
   * `limits.recentLookMaxMs`, `limits.outageStateAgeMaxMs`.
   */
  readRecent<S, C, E extends DomainEvent, R extends Refusal>(
    decider: Decider<S, C, E, R>,
    stream: string,
    ageMaxMs: number,
  ): Promise<StreamState<S>>;

  /**
   * A state with all events that the stream had at `since`, as the caller has seen in the log; from memory when that is
   * as new. It serves reactions to an event that append to the same stream: the append meets later events. Writes to
   * another stream may rest only on facts of it that never change. Without `since` as `read`.
   */
  readSince<S, C, E extends DomainEvent, R extends Refusal>(
    decider: Decider<S, C, E, R>,
    stream: string,
    since: ExpectedRevision | undefined,
  ): Promise<StreamState<S>>;

  /**
   * Takes a stream that is unknown here for a new one, which spares a look for it: for ids that were made a moment ago.
   * The first append meets events that are there all the same, and is decided again.
   */
  begin<S, C, E extends DomainEvent, R extends Refusal>(decider: Decider<S, C, E, R>, stream: string): void;

  /** When an event that is known to be there was decided, RFC 3339. Faults: those of the store, and `corrupt`. */
  timeOf(stream: string, revision: Revision): Promise<string>;

  /**
   * Position of this process's last append in a workspace, or a later one. Where there is no workspace it is the
   * user's. `START` without an append.
   */
  lastAppended(owner: string): Position;

  /**
   * Tells a listener the events of each durable append of this process, before the callers are answered. A listener
   * must not throw. Returns the end of it.
   */
  listen(listener: Listener): () => void;

  /** Takes no more commands and waits for those under way; unknown outcomes are then answered `ambiguous`. */
  close(): Promise<void>;
};

/** Given the events of one command, as they were stored. */
export type Listener = (events: readonly UnplacedEvent[]) => void;

type CommandHandlerDeps = {
  readonly eventStore: EventStore;
  readonly codec: EventCodec;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  /** Shared by all that is long in this process. */
  readonly turns: Turns;
};

type AnyDecider = Decider<unknown, unknown, DomainEvent, Refusal>;
type AnyQueue = StreamQueue<unknown, unknown, DomainEvent, Refusal>;
type Cached = { readonly folded: Folded<unknown>; readonly asOf: number };

export const createCommandHandler = (deps: CommandHandlerDeps): CommandHandler => {
  const { eventStore, codec, clock, ids, timers, logger, metrics, turns } = deps;
  const stopping = new AbortController();
  const cache = createBoundedMap<string, Cached>(limits.stateCacheCharsMax, undefined, weightOf);
  const queues = new Map<string, AnyQueue>();
  const deciders = new Map<string, AnyDecider>();
  const lastAppends = createLatestPositions();
  const { within } = createDeadlines(timers);
  const listeners = new Set<Listener>();
  let closed = false;

  const reader = createStreamReader({ eventStore, codec, turns });
  const queueDeps = {
    eventStore,
    codec,
    timers,
    logger,
    eventId: () => ids.eventId(),
    reader,
    monotonic: () => clock.monotonic(),
    signal: stopping.signal,
    appended: (events: readonly UnplacedEvent[], position: Position): void => {
      const { workspaceId, userId } = events[0]?.metadata ?? {};
      lastAppends.note(workspaceId ?? userId ?? '', position);
      for (const listener of listeners) listener(events);
    },
    ...(metrics === undefined ? {} : { metrics }),
  };

  /** Two deciders of one category would fold each other's states. */
  const check = (decider: AnyDecider, stream: string): void => {
    const { category } = decider;
    assert(categoryOf(stream) === category, `${stream} is no stream of ${category}`);
    assert((deciders.get(category) ?? decider) === decider, `${category} has one decider`);
    deciders.set(category, decider);
  };

  const queueOf = (decider: AnyDecider, stream: string): AnyQueue => {
    let queue = queues.get(stream);
    if (queue === undefined) {
      const slot = {
        get: () => cache.get(stream)?.folded,
        set: (folded: Folded<unknown>, asOf: number) => cache.set(stream, { folded, asOf }),
      };
      queue = createStreamQueue(queueDeps, decider, stream, slot, () => queues.delete(stream));
      queues.set(stream, queue);
    }
    return queue;
  };

  const ask = async (
    decider: AnyDecider,
    stream: string,
    question: Question<unknown>,
  ): Promise<Outcome<unknown, DomainEvent, Refusal>> =>
    new Promise((resolve, reject) => {
      check(decider, stream);
      if (closed) throw new Fault('cancelled', 'the service is stopping');
      const answered = (answer: Answer<unknown, DomainEvent, Refusal>, position: Position): void => {
        if (answer.kind === 'failed') reject(answer.error);
        else resolve({ ...answer, position });
      };
      queueOf(decider, stream).ask({ ...question, answered });
    });

  const metadataOf = (context: CommandContext): EventMetadata => {
    const { workspaceId, userId, actor, correlationId, traceparent } = context;
    return {
      actor,
      correlationId,
      at: new Date(clock.now()).toISOString(),
      ...(workspaceId === undefined ? {} : { workspaceId }),
      ...(userId === undefined ? {} : { userId }),
      ...(traceparent === undefined ? {} : { traceparent }),
    };
  };

  // From here inwards states, commands and events are opaque: a queue only ever hands them to its own decider.
  const erased = (decider: unknown): AnyDecider => decider as AnyDecider;

  const look = async <S>(decider: unknown, stream: string, since?: ExpectedRevision): Promise<StreamState<S>> => {
    const question = { kind: 'look', ...(since !== undefined && { since }) } as const;
    const { state, revision, position } = await ask(erased(decider), stream, question);
    return { state: state as S, revision, position };
  };
  const read: CommandHandler['read'] = async (decider, stream) => look(decider, stream);

  return Object.freeze({
    handle: async <S, C, E extends DomainEvent, R extends Refusal>(
      decider: Decider<S, C, E, R>,
      stream: string,
      command: C,
      context: CommandContext,
    ) => {
      const question = { kind: 'command', command, metadata: () => metadataOf(context) } as const;
      return (await ask(erased(decider), stream, question)) as Outcome<S, E, R>;
    },
    read,
    readRecent: async <S, C, E extends DomainEvent, R extends Refusal>(
      decider: Decider<S, C, E, R>,
      stream: string,
      ageMaxMs: number,
    ) => {
      check(erased(decider), stream);
      const entry = cache.get(stream);
      const isRecent = entry !== undefined && clock.monotonic() - entry.asOf <= ageMaxMs;
      const known = entry && seenIn<S>(entry.folded);
      if (known !== undefined && isRecent) return known;
      const isTooOld = entry === undefined || clock.monotonic() - entry.asOf > limits.outageStateAgeMaxMs;
      const looking = read(decider, stream);
      if (known === undefined || isTooOld) return looking;
      try {
        // A look that is late goes on, and the next caller has what it found.
        return await within(limits.recentLookMaxMs, looking, isSilent);
      } catch (error) {
        if (!isFault(error, 'unavailable')) throw error;
        return known;
      }
    },
    readSince: async <S, C, E extends DomainEvent, R extends Refusal>(
      decider: Decider<S, C, E, R>,
      stream: string,
      since: ExpectedRevision | undefined,
    ) => {
      check(erased(decider), stream);
      const folded = cache.get(stream)?.folded;
      const isThere = folded !== undefined && since !== undefined && reaches(folded.revision, since);
      return isThere ? seenIn<S>(folded) : look<S>(decider, stream, since);
    },
    begin: <S, C, E extends DomainEvent, R extends Refusal>(decider: Decider<S, C, E, R>, stream: string) => {
      check(erased(decider), stream);
      if (cache.get(stream) === undefined) cache.set(stream, { folded: nothing(decider.initial), asOf: -Infinity });
    },
    timeOf: async (stream: string, revision: Revision) => (await reader.event(stream, revision)).metadata.at,
    lastAppended: (owner: string) => lastAppends.of(owner),
    listen: (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      closed = true;
      const rested = Promise.all([...queues.values()].map(async (queue) => queue.rested()));
      // The sleep ends with the search for outcomes: neither outlives the close.
      const grace = timers.sleep(limits.shutdownGraceMs, stopping.signal).catch(() => undefined);
      await Promise.race([rested, grace]);
      stopping.abort();
      await rested;
    },
  });
};

const isSilent = (): Fault => new Fault('unavailable', 'the log is silent');

/** An empty state has a place in memory, too. */
const weightOf = ({ folded }: Cached): number => folded.chars + limits.statePlaceChars;

/** The typed view of a cache of opaque states, for the decider that folded them. */
const seenIn = <S>({ state, revision, position }: Folded<unknown>): StreamState<S> => ({
  state: state as S,
  revision,
  position,
});

/**
 * Reads a stream from memory, and an unknown one from the store. For a decision that an append at the very revision
 * confirms. A refusal on such a state must be checked anew.
 */
export const recalling = ({ readSince }: Pick<CommandHandler, 'readSince'>): Pick<CommandHandler, 'read'> => ({
  read: async (decider, stream) => readSince(decider, stream, 'none'),
});
