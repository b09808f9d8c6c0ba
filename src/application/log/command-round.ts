/**
 * The pure part of handling commands. It decides the commands of one round one after another, each on the state that
 * the one before it left. It encodes their events as one append.
 */
import type { Decider, Refusal } from '../../kernel/decider.ts';
import type { DomainEvent, EventMetadata } from '../../kernel/event.ts';
import { BrokenInvariant, Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { type ExpectedRevision, firstRevisionAfter, type Revision } from '../../kernel/position.ts';
import type { EncodedEvent } from '../../ports/event-store.ts';
import type { Encoded, EventCodec, UnplacedEvent } from '../../schema/event-codec.ts';
import type { Folded } from './stream-reader.ts';

/**
 * A question to a stream: a command with the metadata of its events, or a look at the state. A look is at the present
 * state, or at one with all that it had at `since`.
 */
export type Question<C> =
  | { readonly kind: 'command'; readonly command: C; readonly metadata: () => EventMetadata }
  | { readonly kind: 'look'; readonly since?: ExpectedRevision };

/** `state` and `revision` are those after the question, and before later ones of the same round. */
export type Decided<S, E extends DomainEvent, R extends Refusal> =
  | {
      readonly kind: 'accepted';
      /** As they are stored. Their own positions are not known. */
      readonly events: readonly UnplacedEvent<E>[];
      readonly state: S;
      readonly revision: Revision;
    }
  /** A look, or a command that had been carried out before. */
  | { readonly kind: 'unchanged'; readonly state: S; readonly revision: ExpectedRevision }
  | { readonly kind: 'refused'; readonly refusal: R; readonly state: S; readonly revision: ExpectedRevision };

/**
 * The outcome of a question, if the round becomes durable. `failed`: its decision threw. It fails alone, the others go
 * on as if it had not been there.
 */
export type Answer<S, E extends DomainEvent, R extends Refusal> =
  | Decided<S, E, R>
  | { readonly kind: 'failed'; readonly error: Error };

/** The stream once the round is durable. */
type Reached<S> = Omit<Folded<S>, 'position'>;

export type Round<S, E extends DomainEvent, R extends Refusal> = {
  /** One for each question that was decided, from the first on; the others wait for the next round. */
  readonly answers: readonly Answer<S, E, R>[];
  /** All events of the round, for one append; none if there are none. */
  readonly events: readonly EncodedEvent[];
  readonly reached: Reached<S>;
};

export type RoundDeps = { readonly codec: Pick<EventCodec, 'encode'>; readonly eventId: () => string };

/**
 * Decides as many of the questions, in their order, as fit into one append (`limits.appendBytesMax`). A command whose
 * events would not fit even alone fails with fault `too_large`.
 */
export const decideRound = <S, C, E extends DomainEvent, R extends Refusal>(
  deps: RoundDeps,
  decider: Decider<S, C, E, R>,
  stream: string,
  from: Folded<S>,
  questions: readonly Question<C>[],
): Round<S, E, R> => {
  const answers: Answer<S, E, R>[] = [];
  const events: EncodedEvent[] = [];
  let bytes = 0;
  let reached: Reached<S> = { state: from.state, revision: from.revision, hash: from.hash, chars: from.chars };

  for (const question of questions) {
    const step = decideOne(deps, decider, stream, reached, question);
    if (step.bytes > limits.appendBytesMax) {
      answers.push({ kind: 'failed', error: tooLarge(stream, step.bytes) });
      continue;
    }
    if (step.bytes > 0 && bytes + step.bytes > limits.appendBytesMax) break;
    answers.push(step.answer);
    for (const event of step.events) events.push(event);
    bytes += step.bytes;
    reached = step.reached;
  }
  return { answers, events, reached };
};

type Step<S, E extends DomainEvent, R extends Refusal> = {
  readonly answer: Answer<S, E, R>;
  readonly events: readonly EncodedEvent[];
  readonly bytes: number;
  readonly reached: Reached<S>;
};

const decideOne = <S, C, E extends DomainEvent, R extends Refusal>(
  deps: RoundDeps,
  decider: Decider<S, C, E, R>,
  stream: string,
  at: Reached<S>,
  question: Question<C>,
): Step<S, E, R> => {
  const still = (answer: Answer<S, E, R>): Step<S, E, R> => ({ answer, events: [], bytes: 0, reached: at });
  const { state, revision } = at;
  if (question.kind === 'look') return still({ kind: 'unchanged', state, revision });
  try {
    const decision = decider.decide(question.command, state, revision);
    if (decision.kind === 'refused') return still({ kind: 'refused', refusal: decision.refusal, state, revision });
    if (decision.events.length === 0) return still({ kind: 'unchanged', state, revision });
    return acceptedStep(deps, decider, stream, at, decision.events, question.metadata());
  } catch (error) {
    return still({ kind: 'failed', error: asError(error) });
  }
};

const acceptedStep = <S, C, E extends DomainEvent, R extends Refusal>(
  { codec, eventId }: RoundDeps,
  decider: Decider<S, C, E, R>,
  stream: string,
  at: Reached<S>,
  decided: readonly E[],
  metadata: EventMetadata,
): Step<S, E, R> => {
  const made: Encoded<E>[] = [];
  let { state, hash: previousHash } = at;
  let revision = firstRevisionAfter(at.revision);
  let bytes = 0;
  let { chars } = at;
  for (const event of decided) {
    const one = codec.encode(event, { stream, revision, id: eventId(), metadata, previousHash });
    made.push(one);
    // The fold uses the stored events, not the decided ones: a replay sees nothing else.
    state = decider.evolve(state, one.recorded);
    previousHash = one.recorded.hash;
    bytes += one.bytes;
    // As a cold start counts: events before a snapshot are not folded any more.
    chars = (event.type === decider.snapshotType ? 0 : chars) + one.bytes;
    revision += 1;
  }
  revision -= 1;
  const events = made.map(({ recorded }) => recorded);
  return {
    answer: { kind: 'accepted', events, state, revision },
    events: made.map(({ encoded }) => encoded),
    bytes,
    reached: { state, revision, hash: previousHash, chars },
  };
};

/** The thrown value; a bug may throw anything. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new BrokenInvariant(`thrown: ${String(thrown)}`);

const tooLarge = (stream: string, bytes: number): Fault =>
  new Fault('too_large', `events of ${bytes} bytes are over the bound of one append`, {
    detail: { stream, bytes, bytesMax: limits.appendBytesMax },
  });
