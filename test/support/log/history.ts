/** A log in memory, without a store: what happened, as a projection is offered it. */
import { canonicalJson } from '../../../src/kernel/canonical-json.ts';
import type { DomainEvent, RecordedEvent } from '../../../src/kernel/event.ts';
import { at, hashOf } from '../jobs/builders.ts';

export type History = {
  /** Appends to a stream, one second after the append before it unless told otherwise. */
  on(stream: string, ...events: readonly DomainEvent[]): History;
  /** The next appends happen from here on, so many milliseconds into the test's day. */
  from(ms: number): History;
  readonly events: readonly RecordedEvent[];
};

/** Position of the nth event of a history, from 0. */
export const positionOf = (n: number): string => `0001${n.toString(16).padStart(16, '0')}`;

/** The mark that a document carries after the event of this revision. */
export const markAt = (stream: string, revision: number) => ({
  stream,
  revision,
  hash: hashOf(`${stream}@${revision}`),
});

export const createHistory = (): History => {
  const events: RecordedEvent[] = [];
  const revisions = new Map<string, number>();
  let ms = 0;

  const record = (stream: string, event: DomainEvent): void => {
    const revision = revisions.get(stream) ?? 0;
    revisions.set(stream, revision + 1);
    events.push({
      ...event,
      ...markAt(stream, revision),
      position: positionOf(events.length),
      id: `${stream}@${revision}`,
      metadata: { workspaceId: 'ws_1', actor: 'user:ann', correlationId: 'c1', at: at(ms) },
    });
  };

  const history: History = {
    on: (stream, ...appended) => {
      for (const event of appended) record(stream, event);
      ms += 1_000;
      return history;
    },
    from: (later) => {
      ms = later;
      return history;
    },
    events,
  };
  return history;
};

/** The events with their data as a store gives them back: in canonical order. */
export const asRead = ({ events }: History): readonly RecordedEvent[] =>
  events.map((event) => ({ ...event, data: JSON.parse(canonicalJson(event.data)) as unknown }));
