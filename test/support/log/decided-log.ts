/**
 * All streams of a workspace under the real decisions, without a store: commands in, log out, read models folded as it
 * grows.
 */
import type { Decider, Decision, Refusal } from '../../../src/kernel/decider.ts';
import { categoryOf, type DomainEvent, type RecordedEvent } from '../../../src/kernel/event.ts';
import type { ExpectedRevision } from '../../../src/kernel/position.ts';
import type { Projection } from '../../../src/kernel/projection.ts';
import { hashOf } from '../jobs/builders.ts';
import { positionOf } from './history.ts';

type Stream = { readonly state: unknown; readonly revision: ExpectedRevision };

export type DecidedLog = {
  readonly log: readonly RecordedEvent[];
  read<S, C, E extends DomainEvent, R extends Refusal>(decider: Decider<S, C, E, R>, stream: string): S;
  handle<S, C, E extends DomainEvent, R extends Refusal>(
    decider: Decider<S, C, E, R>,
    stream: string,
    command: C,
  ): Decision<E, R>;
  /** Folds a read model from now on; call it before anything happens. */
  project<D>(projection: Projection<D>): ReadonlyMap<string, D>;
};

/** `now`: the time of an append, which `appended` follows. */
export const createDecidedLog = (now: () => string, appended = (): void => undefined): DecidedLog => {
  const log: RecordedEvent[] = [];
  const streams = new Map<string, Stream>();
  const followers: ((event: RecordedEvent) => void)[] = [];

  const record = (stream: string, event: DomainEvent, revision: number): void => {
    const recorded: RecordedEvent = {
      ...event,
      stream,
      revision,
      position: positionOf(log.length),
      id: `${stream}@${revision}`,
      metadata: { workspaceId: 'ws_1', actor: 'system:test', correlationId: 'c1', at: now() },
      hash: hashOf(`${stream}@${revision}`),
    };
    log.push(recorded);
    for (const follow of followers) follow(recorded);
  };

  const decided: DecidedLog = {
    log,
    read: (decider, stream) => (streams.get(stream)?.state ?? decider.initial) as typeof decider.initial,
    handle: (decider, stream, command) => {
      const revision = streams.get(stream)?.revision ?? 'none';
      const state = decided.read(decider, stream);
      const decision = decider.decide(command, state, revision);
      if (decision.kind === 'refused' || decision.events.length === 0) return decision;
      const first = revision === 'none' ? 0 : revision + 1;
      streams.set(stream, {
        state: decision.events.reduce(decider.evolve, state),
        revision: first + decision.events.length - 1,
      });
      for (const [index, event] of decision.events.entries()) record(stream, event, first + index);
      appended();
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
  return decided;
};
