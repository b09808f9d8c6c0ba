/** Any commands in any order on one decider, and laws about what came of them. */
import { deepStrictEqual as same } from 'node:assert/strict';
import type { Decider, Refusal } from '../../../src/kernel/decider.ts';
import type { DomainEvent } from '../../../src/kernel/event.ts';
import type { ExpectedRevision } from '../../../src/kernel/position.ts';
import { createEventCodec, GENESIS } from '../../../src/schema/event-codec.ts';
import { at } from '../jobs/builders.ts';
import { deepFreeze } from '../kernel/deep-freeze.ts';

/** One command, and what it led to. */
export type Step<S, C, E> = {
  readonly command: C;
  readonly before: S;
  readonly after: S;
  readonly events: readonly E[];
  /** Null when it was accepted. */
  readonly refusal: string | null;
  /** The revision of the stream before it. */
  readonly revision: ExpectedRevision;
};

export type Run<S, C, E extends DomainEvent, R extends Refusal> = {
  readonly decider: Decider<S, C, E, R>;
  readonly steps: readonly Step<S, C, E>[];
  readonly state: S;
};

/** A law throws when it is broken. */
export type Laws<T> = Readonly<Record<string, (run: T) => void>>;

/** The inputs of the next command. */
export type Seen<S, C> = {
  readonly state: S;
  readonly past: readonly C[];
  readonly revision: ExpectedRevision;
};

/** Takes one command after another; each is made of a choice and of what has happened. */
export const runChoices = <X, S, C, E extends DomainEvent, R extends Refusal>(
  decider: Decider<S, C, E, R>,
  choices: readonly X[],
  commandOf: (choice: X, seen: Seen<S, C>) => C | undefined,
): Run<S, C, E, R> => {
  const steps: Step<S, C, E>[] = [];
  const past: C[] = [];
  let state = deepFreeze(decider.initial);
  let revision: ExpectedRevision = 'none';
  for (const choice of choices) {
    const command = commandOf(choice, { state, past, revision });
    if (command === undefined) continue;
    const step: Step<S, C, E> = takeStep(decider, command, state, revision);
    steps.push(step);
    past.push(command);
    state = step.after;
    revision = revisionAfter(step);
  }
  return { decider, steps, state };
};

/** Takes these commands, one after another. */
export const runCommands = <S, C, E extends DomainEvent, R extends Refusal>(
  decider: Decider<S, C, E, R>,
  commands: readonly C[],
): Run<S, C, E, R> => runChoices(decider, commands, (command) => command);

export const takeStep = <S, C, E extends DomainEvent, R extends Refusal>(
  decider: Decider<S, C, E, R>,
  command: C,
  before: S,
  revision: ExpectedRevision,
): Step<S, C, E> => {
  const decision = decider.decide(command, before, revision);
  if (decision.kind === 'refused') {
    return { command, before, after: before, events: [], refusal: decision.refusal.code, revision };
  }
  const { events } = decision;
  const after = deepFreeze(events.reduce(decider.evolve, before));
  return { command, before, after, events, refusal: null, revision };
};

export const revisionAfter = ({ revision, events }: Step<unknown, unknown, DomainEvent>): ExpectedRevision => {
  if (events.length === 0) return revision;
  return (revision === 'none' ? -1 : revision) + events.length;
};

/** Every event of a run, in order, with the states around it. */
export const eventsOf = <S, C, E extends DomainEvent, R extends Refusal>({
  decider,
  steps,
}: Run<S, C, E, R>): readonly { readonly event: E; readonly before: S; readonly after: S }[] => {
  let state = decider.initial;
  return steps
    .flatMap(({ events }) => events)
    .map((event) => {
      const before = state;
      state = decider.evolve(state, event);
      return { event, before, after: state };
    });
};

/** The law of every decider: the same command on its own result yields no events. */
export const repeatsYieldNothing = <S, C, E extends DomainEvent, R extends Refusal>({
  decider,
  steps,
}: Run<S, C, E, R>): void => {
  for (const step of steps) {
    const again = decider.decide(step.command, step.after, revisionAfter(step));
    same(again.kind === 'accepted' ? again.events : [], [], 'a repeated command yields events');
  }
};

const codec = createEventCodec();

/** Every event fits its shape and its bound, and has a canonical form. */
export const eventsCanBeStored = <S, C, E extends DomainEvent, R extends Refusal>(run: Run<S, C, E, R>): void => {
  const metadata = { actor: 'system:test', correlationId: 'c1', at: at() };
  for (const [revision, { event }] of eventsOf(run).entries()) {
    const stream = `${run.decider.category}-id_1`;
    codec.encode(event, { stream, revision, id: `${revision}`, metadata, previousHash: GENESIS });
  }
};

/** Goes on from a run, round by round, until it is over or the rounds are. */
export const goOn = <S, C, E extends DomainEvent, R extends Refusal>(
  { decider, steps, state }: Run<S, C, E, R>,
  how: {
    /** The commands of a round, in order; undefined is left out. */
    readonly round: (state: S, round: number) => readonly (C | undefined)[];
    readonly isOver: (state: S) => boolean;
    readonly roundsMax: number;
  },
): Run<S, C, E, R> => {
  const taken = [...steps];
  let reached = state;
  let revision = steps.map(revisionAfter).at(-1) ?? 'none';
  for (let round = 0; round < how.roundsMax && !how.isOver(reached); round += 1) {
    for (const command of how.round(reached, round)) {
      if (command === undefined) continue;
      const step: Step<S, C, E> = takeStep(decider, command, reached, revision);
      taken.push(step);
      [reached, revision] = [step.after, revisionAfter(step)];
    }
  }
  return { decider, steps: taken, state: reached };
};
