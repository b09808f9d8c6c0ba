/**
 * Rebuilds read models from the start of the log, beside those that serve. They are rebuilt together, so that the log
 * is read and decoded once.
 *
 * A fresh collection is folded from zero under a checkpoint of its own, so that an interrupted rebuild resumes. At the
 * end of the log the directory is changed: from then on the new collection is the read model. Then the old one is
 * fenced off. So its writer takes up the new one, and drops the old one a little later; without a writer, the next
 * start does.
 *
 * All shards of a collection are built together, and the checkpoints of all of them move to the same place. Only here
 * can their number change.
 */
import { categoryOf, type RecordedEvent } from '../../kernel/event.ts';
import { Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Position } from '../../kernel/position.ts';
import { collectionOf, type Projection } from '../../kernel/projection.ts';
import type { Timers } from '../../ports/basics.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EventFeed, FeedBatch } from '../../ports/event-feed.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import { assertInOrder } from './folding/assert-in-order.ts';
import { type HeldReadModel, holdReadModel } from './folding/hold-read-model.ts';
import {
  checkpointsIn,
  createReadModelDirectory,
  dropRetiredOf,
  type Placement,
  type ReadModelDirectory,
  shardsIn,
} from './freshness/read-model-directory.ts';

export type RebuildDeps = {
  readonly feed: Pick<EventFeed, 'read' | 'head'>;
  readonly documents: DocumentStore;
  readonly codec: Pick<EventCodec, 'decodeOnce'>;
  /** Shards of the new collections; as many as there are unless stated. A rebuild that was begun keeps to its own. */
  readonly shards?: number;
  /** The name of the rebuild, so that of two concurrent ones one goes on. */
  readonly holder?: string;
};

/** Called after each batch: events folded so far by this run. */
type Progress = (events: number) => void;

export type Rebuilt = {
  readonly readModel: string;
  readonly collection: string;
  /** That this run has folded. */
  readonly events: number;
  readonly position: Position;
};

/**
 * Answers when the new collections are in place. Faults: `conflict` when another rebuild of one of the read models has
 * taken over; those of the stores. Folded documents stay, and a later call resumes from them.
 */
export const rebuildReadModels = async (
  deps: RebuildDeps,
  projections: readonly Projection[],
  onProgress?: Progress,
): Promise<readonly Rebuilt[]> => {
  const { documents } = deps;
  const directory = createReadModelDirectory(documents);
  await directory.declare();
  const builds = await Promise.all(projections.map(async (projection) => begin(deps, directory, projection)));
  try {
    await catchUp(deps, builds, onProgress);
  } catch (error) {
    throw isFault(error, 'conflict') ? takenOver(error) : error;
  }
  for (const build of builds) await putInPlace(documents, directory, build);
  return builds.map(({ model, events }) => ({
    readModel: model.projection.name,
    collection: model.collection,
    events,
    position: model.position(),
  }));
};

const takenOver = (cause: Fault): Fault =>
  new Fault(
    'conflict',
    'another rebuild of these read models is under way, and has taken this one over: let it end, and see its outcome',
    { retriable: false, cause, detail: cause.detail },
  );

type Build = { readonly model: HeldReadModel; readonly placement: Placement; events: number };

/** Names the collection to build, or finds the one that an earlier run has begun; from here on it is this run's. */
const begin = async (
  { documents, shards: wanted, holder = '' }: RebuildDeps,
  directory: ReadModelDirectory,
  projection: Projection,
): Promise<Build> => {
  const found = await directory.find(projection);
  const building = found.building ?? `${collectionOf(projection)}+${found.serial + 1}`;
  const cut = { ...found.shards, [building]: wanted ?? shardsIn(found, found.current) };
  const placement =
    found.building === null ? await directory.change(projection, found, { ...found, building, shards: cut }) : found;
  const part = { collection: building, shards: shardsIn(placement, building), holder };
  const model = await holdReadModel(documents, projection, part, { documentsMax: limits.rebuildCacheDocumentsMax });
  return { model, placement, events: 0 };
};

/** Folds up to the head of the log, and later events, until there are no more. */
const catchUp = async (deps: RebuildDeps, builds: readonly Build[], onProgress?: Progress): Promise<void> => {
  const { feed } = deps;
  const categories = [...new Set(builds.flatMap(({ model }) => [...model.categories]))];
  const read = { categories, batchMax: limits.rebuildBatchEventsMax };
  let events = 0;
  let unwritten = 0;
  /** The documents of the last part are written while the next one is folded. */
  let storing = Promise.resolve();
  for (let head = await feed.head(); head > startOf(builds); head = await feed.head()) {
    let reached = startOf(builds);
    for await (const batch of feed.read(reached, read)) {
      assertInOrder(reached, batch);
      await foldBatch(deps, builds, batch);
      events += batch.events.length;
      unwritten += batch.events.length;
      reached = batch.through;
      if (unwritten >= limits.rebuildWriteEventsMax || changedIn(builds) >= limits.rebuildWriteDocumentsMax) {
        await storing;
        storing = storeAll(builds, reached);
        // Its fault is met where it is waited for.
        storing.catch(() => undefined);
        unwritten = 0;
      }
      onProgress?.(events);
    }
    await storing;
    await storeAll(builds, reached);
  }
};

/** The position of the one furthest behind. */
const startOf = (builds: readonly Build[]): Position =>
  builds.map(({ model }) => model.position()).reduce((least, one) => (one < least ? one : least));

const changedIn = (builds: readonly Build[]): number => builds.reduce((sum, { model }) => sum + model.fold.size(), 0);

const foldBatch = async ({ codec }: RebuildDeps, builds: readonly Build[], { events }: FeedBatch): Promise<void> => {
  // In small steps: events decoded together are in memory together.
  for (let from = 0; from < events.length; from += limits.rebuildStepEventsMax) {
    const decoded = events
      .slice(from, from + limits.rebuildStepEventsMax)
      .map((stored) => ({ category: categoryOf(stored.stream), event: codec.decodeOnce(stored) }));
    for (const build of builds) await foldOwn(build, decoded);
  }
};

type Decoded = { readonly category: string; readonly event: RecordedEvent };

const foldOwn = async (build: Build, decoded: readonly Decoded[]): Promise<void> => {
  const { model } = build;
  const own: RecordedEvent[] = [];
  for (const { category, event } of decoded) if (model.categories.has(category)) own.push(event);
  // It skips events that an earlier run has folded; there are hardly ever any.
  const position = model.position();
  const fresh = position < (own[0]?.position ?? '') ? own : own.filter((event) => event.position > position);
  build.events += fresh.length;
  if (fresh.length > 0) await model.fold.fold(fresh);
};

const storeAll = async (builds: readonly Build[], reached: Position): Promise<void> => {
  const behind = builds.filter(({ model }) => model.position() < reached);
  await Promise.all(behind.map(async ({ model }) => model.storeAside(reached)));
};

const putInPlace = async (
  documents: DocumentStore,
  directory: ReadModelDirectory,
  { model: { projection }, placement }: Build,
): Promise<void> => {
  const { current, building, retired } = placement;
  if (building === null) return;
  const { shards } = placement;
  const after = { current: building, building: null, retired: [...retired, current], shards };
  await directory.change(projection, placement, after);
  for (const name of checkpointsIn(placement, current)) {
    const old = await documents.checkpoint(name);
    if (old !== undefined) await documents.write([], { name, position: old.position, fence: old.fence + 1 });
  }
};

export type DropDeps = { readonly documents: DocumentStore; readonly timers: Timers };

/**
 * Waits for as long as others may still read them (`limits.retiredCollectionMs`), then drops the replaced collections
 * that are still there. Answers the names of those that it dropped.
 */
export const dropRetired = async (
  { documents, timers }: DropDeps,
  projections: readonly Projection[],
): Promise<readonly string[]> => {
  const directory = createReadModelDirectory(documents);
  await directory.declare();
  await timers.sleep(limits.retiredCollectionMs);
  const dropped: string[] = [];
  for (const projection of projections) {
    dropped.push(...(await dropRetiredOf(documents, directory, projection, await directory.find(projection))));
  }
  return dropped;
};
