/**
 * The commands that wait for one stream, and the rounds in which they are carried out.
 *
 * resting    No caller waits.
 * gathering  A caller waits: callers of the same turns of the event loop share the round.
 * folding    The state is not in memory: the stream is read. If that fails, all waiting callers get the fault.
 * deciding   The first questions in line (`limits.roundCommandsMax`) are decided on the state in memory, without I/O.
 *            Those whose events do not fit into the append go back to the front of the line.
 * appending  The round has events: they are appended at the revision of the state. Taken: the state moves on, and only
 *            now the callers are answered. Conflict: catching up. The store takes nothing: all callers of the round
 *            get the fault. Anything else: settling.
 * confirming The round has no events, so no revision protects its answers: the head is read after its last question.
 *            Unmoved: the callers are answered. Moved: catching up. It is left out when the stream itself was read
 *            since. So it is for callers that ask for no more than they have seen in the log.
 * catching   Only the tail is read, as soon as it shows. Then the whole round is decided again, at most
 *            `limits.conflictRetriesMax` times.
 * settling   The outcome of the append is unknown, and ends as one of the two outcomes above. At their timeout the
 *            callers get `ambiguous`; those without events, and all that wait, get `unavailable`. The queue is then
 *            shut: later callers get `unavailable` until the outcome is known.
 *
 * State, hash and revision in the cache change only when an append is known to be taken, or by reading.
 */
import type { Decider, Refusal } from '../../kernel/decider.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { assert, BrokenInvariant, Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { type Position, reaches, START } from '../../kernel/position.ts';
import type { Metrics } from '../../ports/basics.ts';
import type { UnplacedEvent } from '../../schema/event-codec.ts';
import { type Answer, asError, decideRound, type Question, type Round, type RoundDeps } from './command-round.ts';
import { type Append, look, settleAppend, type Settled, type SettleDeps, untilShown } from './settle-append.ts';
import type { Folded, StreamReader } from './stream-reader.ts';

export type Asked<S, C, E extends DomainEvent, R extends Refusal> = Question<C> & {
  /** Given the answer and a position at or past all that it rests on. Must not throw. */
  readonly answered: (answer: Answer<S, E, R>, position: Position) => void;
};

export type StreamQueueDeps = RoundDeps &
  SettleDeps & {
    readonly reader: StreamReader;
    /**
     * Called with the events of each command and the position of their append, before any caller is answered. Must not
     * throw.
     */
    readonly appended: (events: readonly UnplacedEvent[], position: Position) => void;
    readonly metrics?: Metrics;
  };

/** The state of the stream in memory; the cache may forget it at any time. */
export type StateSlot<S> = {
  get(): Folded<S> | undefined;
  /** `asOf`: a moment at which the stream surely had this end, on the monotonic clock. */
  set(folded: Folded<S>, asOf: number): void;
};

export type StreamQueue<S, C, E extends DomainEvent, R extends Refusal> = {
  /** Throws fault `unavailable` when too many wait, or while the outcome of an append cannot be found out. */
  ask(asked: Asked<S, C, E, R>): void;
  /** Resolves when no caller waits any more. */
  rested(): Promise<void>;
};

/** A state to decide on. The count is of questions in line that were asked before the stream was read for it. */
type Sight<S> = { readonly folded: Folded<S>; readonly askedBefore: number };

/** How a round ended: it holds, with a position at or past all of it; or the stream had moved. */
type Ending<S> =
  | { readonly kind: 'holds'; readonly position: Position }
  | { readonly kind: 'moved'; readonly to: Folded<S> };

/** `onRest` is called each time that no caller waits any more, unless the queue is shut. */
export const createStreamQueue = <S, C, E extends DomainEvent, R extends Refusal>(
  deps: StreamQueueDeps,
  decider: Decider<S, C, E, R>,
  stream: string,
  slot: StateSlot<S>,
  onRest: () => void,
): StreamQueue<S, C, E, R> => {
  const { eventStore, reader, monotonic, metrics } = deps;
  const waiting: Asked<S, C, E, R>[] = [];
  let running: Promise<void> | undefined;
  let shut = false;

  const ask = (asked: Asked<S, C, E, R>): void => {
    if (shut) throw unavailable(stream, 'the outcome of an append is not known yet');
    if (waiting.length >= limits.streamQueueMax) throw unavailable(stream, 'too many commands wait');
    waiting.push(asked);
    running ??= run();
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      await gathered();
      const sight = await current();
      if (sight !== undefined) await round(sight, waiting.splice(0, limits.roundCommandsMax));
    }
    running = undefined;
    if (!shut) onRest();
  };

  /**
   * Callers in this turn of the event loop join the round. So do callers in the next few, as long as each turn brings
   * more. Calls set off by one answer return one by one, and would otherwise pay for an append each.
   */
  const gathered = async (): Promise<void> => {
    for (let turns = 0; turns < limits.roundGatherTurnsMax && waiting.length < limits.roundCommandsMax; turns += 1) {
      const before = waiting.length;
      await deps.timers.nextTurn();
      if (waiting.length === before) return;
    }
  };

  /** The state in memory, or from the stream; undefined when that failed and all waiting callers were answered. */
  const current = async (): Promise<Sight<S> | undefined> => {
    const known = slot.get();
    if (known !== undefined) return { folded: known, askedBefore: 0 };
    try {
      const asOf = monotonic();
      const askedBefore = waiting.length;
      const folded = await reader.load(decider, stream);
      slot.set(folded, asOf);
      return { folded, askedBefore };
    } catch (error) {
      failAll(waiting.splice(0), error);
      return undefined;
    }
  };

  const round = async (sight: Sight<S>, group: Asked<S, C, E, R>[]): Promise<void> => {
    let { folded, askedBefore } = sight;
    try {
      for (let attempt = 0; attempt <= limits.conflictRetriesMax && group.length > 0; attempt += 1) {
        const decided = decideRound(deps, decider, stream, folded, group);
        waiting.unshift(...group.splice(decided.answers.length));
        const ending =
          decided.events.length > 0
            ? await append(folded, decided, group)
            : await confirm(folded, group.slice(askedBefore));
        if (ending.kind === 'holds') {
          group.forEach((asked, index) => {
            const answer = decided.answers[index] ?? MISSING;
            if (asked.kind === 'command') {
              metrics?.count('pi_commands_total', { category: decider.category, outcome: answer.kind });
            }
            asked.answered(answer, ending.position);
          });
          return;
        }
        metrics?.count('pi_append_conflicts_total', { category: decider.category });
        folded = ending.to;
        askedBefore = group.length;
      }
      failAll(group, unavailable(stream, `other writers were faster ${limits.conflictRetriesMax} times`));
    } catch (error) {
      failAll(group, error);
    }
  };

  const confirm = async (folded: Folded<S>, unsure: readonly Question<C>[]): Promise<Ending<S>> => {
    const { position } = folded;
    if (unsure.every((question) => isSeen(question, folded))) return { kind: 'holds', position };
    const asOf = monotonic();
    const head = await eventStore.head(stream);
    if ((head?.revision ?? 'none') !== folded.revision) return catchUp(folded);
    slot.set(folded, asOf);
    return { kind: 'holds', position };
  };

  const append = async (folded: Folded<S>, decided: Round<S, E, R>, group: Asked<S, C, E, R>[]): Promise<Ending<S>> => {
    const asOf = monotonic();
    const outcome = await write({ stream, expected: folded.revision, events: decided.events }, decided, group);
    metrics?.observe('pi_append_seconds', (monotonic() - asOf) / 1_000, { category: decider.category });
    if (outcome.kind === 'foreign') return catchUp(folded);
    const { revision, position } = outcome.result;
    assert(revision === decided.reached.revision, `${stream}: an append ends at its own last revision`);
    slot.set({ ...decided.reached, position }, asOf);
    for (const answer of decided.answers) {
      if (answer.kind === 'accepted') deps.appended(answer.events, position);
    }
    metrics?.count('pi_appends_total', { category: decider.category });
    metrics?.count('pi_appended_events_total', { category: decider.category }, decided.events.length);
    return { kind: 'holds', position };
  };

  const write = async (append: Append, decided: Round<S, E, R>, group: Asked<S, C, E, R>[]): Promise<Settled> => {
    try {
      return { kind: 'taken', result: await eventStore.append(stream, append.expected, append.events) };
    } catch (error) {
      // A store may call our own earlier success a conflict: the events there tell.
      if (isFault(error, 'conflict')) return conflicted(append, decided, group);
      const nothingWritten = isFault(error, 'unavailable') || isFault(error, 'too_large');
      if (nothingWritten || error instanceof BrokenInvariant) throw error;
      return settle(append, decided, group, error);
    }
  };

  /** Until a store that is away has shown the events, it is not known whose they are. */
  const conflicted = async (append: Append, decided: Round<S, E, R>, group: Asked<S, C, E, R>[]): Promise<Settled> => {
    try {
      return (await untilShown(deps, async () => look(eventStore, append))) ?? { kind: 'foreign' };
    } catch (error) {
      if (!isFault(error) || error.code === 'corrupt') throw error;
      return settle(append, decided, group, error);
    }
  };

  const settle = async (
    append: Append,
    decided: Round<S, E, R>,
    group: Asked<S, C, E, R>[],
    cause: unknown,
  ): Promise<Settled> => {
    metrics?.count('pi_append_ambiguous_total', { category: decider.category });
    const giveUp = (): void => {
      shut = true;
      group.splice(0).forEach((asked, index) => {
        const spent = decided.answers[index]?.kind === 'accepted';
        fail(
          asked,
          spent ? ambiguous(stream, cause) : unavailable(stream, 'the state of the decision is not confirmed'),
        );
      });
      failAll(waiting.splice(0), unavailable(stream, 'the outcome of an append is not known yet'));
    };
    try {
      const settled = await settleAppend(deps, append, giveUp);
      shut = false;
      return settled;
    } catch (error) {
      giveUp();
      throw error;
    }
  };

  /** Reads the appends of others after `folded`. Fault `corrupt` when the stream is shorter than it was. */
  const catchUp = async (folded: Folded<S>): Promise<Ending<S>> => {
    let asOf = monotonic();
    const tail = await untilShown(deps, async () => {
      asOf = monotonic();
      const found = await reader.tail(stream, folded.revision);
      return found.length === 0 ? undefined : found;
    });
    if (tail === undefined) throw await fallenBehind(folded);
    const to = await reader.advance(decider, folded, tail);
    slot.set(to, asOf);
    return { kind: 'moved', to };
  };

  const fallenBehind = async (folded: Folded<S>): Promise<Fault> => {
    const head = await eventStore.head(stream);
    if (reaches(head?.revision ?? 'none', folded.revision)) {
      return unavailable(stream, 'the store does not show all of its events yet');
    }
    return new Fault('corrupt', `${stream}: its tail is missing`, {
      detail: { reason: 'tail_missing', stream, revision: folded.revision, head: head?.revision ?? 'none' },
    });
  };

  return Object.freeze({ ask, rested: async () => running });
};

/** Whether memory answers a question: a look for an event that the caller has seen in the log. */
const isSeen = (question: Question<unknown>, { revision }: Pick<Folded<unknown>, 'revision'>): boolean =>
  question.kind === 'look' && question.since !== undefined && reaches(revision, question.since);

const MISSING = { kind: 'failed', error: new BrokenInvariant('a question was left without an answer') } as const;

type Failing = Pick<Asked<never, never, never, never>, 'answered'>;

const fail = (asked: Failing, error: unknown): void => asked.answered({ kind: 'failed', error: asError(error) }, START);

const failAll = (group: readonly Failing[], error: unknown): void => group.forEach((asked) => fail(asked, error));

const unavailable = (stream: string, why: string): Fault => new Fault('unavailable', `${stream}: ${why}`);

const ambiguous = (stream: string, cause: unknown): Fault =>
  new Fault('ambiguous', `${stream}: whether the append was taken is not known`, { cause });
