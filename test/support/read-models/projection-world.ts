/** A log of chained events, a document store, and runners of read models over both. */
import type { ExecutionContext } from 'ava';
import { openReadStore } from '../../../src/adapters/sqlite/read-store.ts';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { createTurns } from '../../../src/adapters/system/turns.ts';
import {
  type ProjectionRunner,
  type ProjectionRunnerDeps,
  runProjections,
} from '../../../src/application/read-models/run-projection.ts';
import { canonicalJson } from '../../../src/kernel/canonical-json.ts';
import { categoryOf, type DomainEvent, type EventDefinition } from '../../../src/kernel/event.ts';
import { firstRevisionAfter, type Position } from '../../../src/kernel/position.ts';
import { collectionOf, type Projection } from '../../../src/kernel/projection.ts';
import type { Timers } from '../../../src/ports/basics.ts';
import type { DocumentStore, StoredDocument } from '../../../src/ports/document-store.ts';
import type { EventFeed } from '../../../src/ports/event-feed.ts';
import type { EventStore, StoredEvent } from '../../../src/ports/event-store.ts';
import { type EventCodec } from '../../../src/schema/event-codec.ts';
import { claimedHash, GENESIS } from '../../../src/schema/hash-chain.ts';
import { silentLogger } from '../kernel/silent-logger.ts';
import { ballPut, boxEvents } from '../log/box-aggregate.ts';
import { context, type Scope } from '../log/command-world.ts';
import { createCountingIds } from '../kernel/counting-ids.ts';
import { allEvents, createMemoryLog } from '../log/memory-log.ts';
import { createStrictCodec } from '../log/strict-codec.ts';

export type ProjectionWorld = {
  readonly store: EventStore;
  readonly feed: EventFeed;
  readonly documents: DocumentStore;
  readonly codec: EventCodec;
  /** Appends one event to a stream, of the one workspace unless stated, as it comes; answers its position. */
  append(stream: string, event: DomainEvent, workspaceId?: string): Promise<Position>;
  run(projections: readonly Projection[], changes?: Partial<ProjectionRunnerDeps>): Promise<ProjectionRunner>;
  events(): Promise<readonly StoredEvent[]>;
  close(): Promise<void>;
};

/** `t`: the test that it is closed with; null where its maker closes it. Of box events unless stated. */
export const createProjectionWorld = (
  t: Scope | null,
  definitions: readonly EventDefinition[] = boxEvents,
): ProjectionWorld => {
  const log = createMemoryLog();
  const timers = createTimers();
  const documents = openReadStore(':memory:', { timers });
  const codec = createStrictCodec(definitions);
  const ids = createCountingIds();
  const runners: ProjectionRunner[] = [];
  const close = async (): Promise<void> => {
    for (const runner of runners) await runner.close();
    await documents.close();
    await log.close();
  };
  t?.teardown(close);

  return Object.freeze({
    store: log.store,
    feed: log.feed,
    documents,
    codec,
    append: async (stream: string, event: DomainEvent, workspaceId = context.workspaceId) => {
      let previousHash = GENESIS;
      for await (const last of log.store.readStream(stream, { direction: 'backwards', limit: 1 })) {
        previousHash = claimedHash(last.metadata);
      }
      const expected = (await log.store.head(stream))?.revision ?? 'none';
      const metadata = { ...context, workspaceId, at: '2026-11-21T10:00:00.000Z' };
      const place = { stream, revision: firstRevisionAfter(expected), id: ids.eventId(), metadata, previousHash };
      return (await log.store.append(stream, expected, [codec.encode(event, place).encoded])).position;
    },
    run: async (projections: readonly Projection[], changes: Partial<ProjectionRunnerDeps> = {}) => {
      const clock = createClock();
      const turns = createTurns({ clock, timers });
      const sound = { feed: log.feed, documents, codec, clock, timers, turns, logger: silentLogger };
      const whole = { shards: 1, member: `projector-${runners.length}` };
      const runner = await runProjections({ ...sound, ...whole, projections, ...changes });
      runners.push(runner);
      return runner;
    },
    events: async () => allEvents(log),
    close,
  });
};

/** How long a test waits for what should happen by itself. A value of its own: `quick` lets only this one pass. */
export const PATIENCE_MS = 9_999;

/** Real timers that make short work of every sleep but `PATIENCE_MS`. */
export const quick: Timers = {
  ...createTimers(),
  sleep: async (ms, signal) => createTimers().sleep(ms === PATIENCE_MS ? ms : Math.min(ms, 2), signal),
};

export const put = (ball: string) => ballPut({ ball, held: 1, note: '' });

/** Asserts that read models hold exactly what their events fold to. */
export const isFolded = async (
  t: ExecutionContext,
  world: ProjectionWorld,
  ...projections: readonly Projection[]
): Promise<void> => {
  const events = await world.events();
  for (const projection of projections) {
    const stored = await storedIn(world.documents, collectionOf(projection));
    t.deepEqual(stored, foldedFromZero(world.codec, projection, events), projection.name);
  }
};

/** The definition of a read model: each document is the fold of all events that touch it. */
export const foldedFromZero = (
  codec: EventCodec,
  projection: Projection,
  events: readonly StoredEvent[],
): readonly string[] => {
  const documents = new Map<string, Omit<StoredDocument, 'id'>>();
  for (const stored of events) {
    const event = codec.decode(stored);
    if (!projection.categories.includes(categoryOf(event.stream))) continue;
    for (const id of projection.touches(event)) {
      const before = documents.get(id)?.body;
      const body = projection.evolve(before, event, id);
      if (body !== before) documents.set(id, { owner: projection.owner(event, id), position: event.position, body });
    }
  }
  return [...documents].flatMap(([id, one]) => (one.body === undefined ? [] : [lineOf({ id, ...one })])).toSorted();
};

/** The content of a collection. Both in lines, sorted. */
export const storedIn = async (documents: DocumentStore, collection: string): Promise<readonly string[]> =>
  (await Array.fromAsync(documents.scan(collection), lineOf)).toSorted();

const lineOf = ({ id, owner, position, body }: StoredDocument): string =>
  `${id} ${owner} ${position} ${canonicalJson(body)}`;
