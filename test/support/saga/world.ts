/**
 * All streams of a workspace under the real decisions, without a store: commands in, log out, read models folded as it
 * grows. Everything that varies comes from one seed, so that a run can be repeated.
 */
import type { Decider, Decision, Refusal } from '../../../src/kernel/decider.ts';
import { categoryOf, type DomainEvent, type RecordedEvent } from '../../../src/kernel/event.ts';
import type { ExpectedRevision } from '../../../src/kernel/position.ts';
import type { Projection } from '../../../src/kernel/projection.ts';
import { addMs } from '../../../src/kernel/time.ts';
import { at, hashOf } from '../jobs/builders.ts';
import { createRandom } from '../kernel/seeded-random.ts';
import { positionOf } from '../log/history.ts';

type Stream = { readonly state: unknown; readonly revision: ExpectedRevision };

export type SagaWorld = {
  readonly log: readonly RecordedEvent[];
  /** RFC 3339. */
  now(): string;
  /** Never backwards. */
  moveTo(time: string): void;
  /** A whole number below `n`. */
  pick(n: number): number;
  chance(oneIn: number): boolean;
  /** `prefix` and a number that was not used before. */
  newId(prefix: string): string;
  read<S, C, E extends DomainEvent, R extends Refusal>(decider: Decider<S, C, E, R>, stream: string): S;
  handle<S, C, E extends DomainEvent, R extends Refusal>(
    decider: Decider<S, C, E, R>,
    stream: string,
    command: C,
  ): Decision<E, R>;
  /** Folds a read model from now on; call it before anything happens. */
  project<D>(projection: Projection<D>): ReadonlyMap<string, D>;
};

export const createSagaWorld = (seed: number): SagaWorld => {
  const log: RecordedEvent[] = [];
  const streams = new Map<string, Stream>();
  const followers: ((event: RecordedEvent) => void)[] = [];
  const { next } = createRandom(seed);
  let now = at(0);
  let ids = 0;

  const world: SagaWorld = {
    log,
    now: () => now,
    moveTo: (time) => {
      if (time > now) now = time;
    },
    pick: (n) => Math.floor(next() * n),
    chance: (oneIn) => next() * oneIn < 1,
    newId: (prefix) => `${prefix}_${(ids += 1)}`,
    read: (decider, stream) => (streams.get(stream)?.state ?? decider.initial) as typeof decider.initial,
    handle: (decider, stream, command) => {
      const revision = streams.get(stream)?.revision ?? 'none';
      const state = world.read(decider, stream);
      const decision = decider.decide(command, state, revision);
      if (decision.kind === 'refused' || decision.events.length === 0) return decision;
      const first = revision === 'none' ? 0 : revision + 1;
      streams.set(stream, {
        state: decision.events.reduce(decider.evolve, state),
        revision: first + decision.events.length - 1,
      });
      for (const [index, event] of decision.events.entries()) record(stream, event, first + index);
      // Two appends never share a time.
      now = addMs(now, 1);
      return decision;
    },
    project: <D>(projection: Projection<D>) => {
      const documents = new Map<string, D>();
      followers.push((event) => {
        if (!projection.categories.includes(categoryOf(event.stream))) return;
        for (const id of projection.touches(event)) {
          const document = projection.evolve(documents.get(id), event, id);
          if (document === undefined) documents.delete(id);
          else documents.set(id, document);
        }
      });
      return documents;
    },
  };

  const record = (stream: string, event: DomainEvent, revision: number): void => {
    const recorded: RecordedEvent = {
      ...event,
      stream,
      revision,
      position: positionOf(log.length),
      id: `${stream}@${revision}`,
      metadata: { workspaceId: 'ws_1', actor: 'system:test', correlationId: 'c1', at: now },
      hash: hashOf(`${stream}@${revision}`),
    };
    log.push(recorded);
    for (const follow of followers) follow(recorded);
  };

  return world;
};
