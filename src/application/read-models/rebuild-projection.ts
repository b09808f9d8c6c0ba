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
 *
 * Of two rebuilds at once each may take read models from the other. The holder of the first one takes the rest back
 * and goes on; the other one ends.
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
import { assertInOrder } from './folding/read-batch.ts';
import { type HeldReadModel, holdReadModel } from './folding/hold-read-model.ts';
import {
  changeUntilDone,
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
  const directory = createReadModelDirectory(deps.documents);
  await directory.declare();
  const builds = await foldAll(deps, directory, projections, onProgress);
  for (const build of builds) await putInPlace(deps.documents, directory, build);
  return builds.map(({ model, events }) => ({
    readModel: model.projection.name,
    collection: model.collection,
    events,
    position: model.position(),
  }));
};

/** Up to the head of the log, for as long as the first read model stays with this run. */
const foldAll = async (
  deps: RebuildDeps,
  directory: ReadModelDirectory,
  projections: readonly Projection[],
  onProgress?: Progress,
): Promise<readonly Build[]> => {
  for (let attempt = 0; ; attempt += 1) {
    const builds: Build[] = [];
    try {
      // One after another: a run that has lost the first one takes few of the others.
      for (const projection of projections) builds.push(await begin(deps, directory, projection));
      await catchUp(deps, builds, onProgress);
      return builds;
    } catch (error) {
      if (!isFault(error, 'conflict')) throw error;
      if (attempt >= limits.conflictRetriesMax || !(await holdsFirst(deps.documents, builds))) throw takenOver(error);
    }
  }
};

/** By one checkpoint: two runs that raise fences at the same time may each have some of the others. */
const holdsFirst = async (documents: DocumentStore, [first]: readonly Build[]): Promise<boolean> => {
  const checkpoint = first?.model.fences[0];
  return checkpoint !== undefined && (await documents.checkpoint(checkpoint.name))?.fence === checkpoint.fence;
};

const takenOver = (cause?: Fault): Fault =>
  new Fault(
    'conflict',
    'another rebuild of these read models is under way, and has taken this one over: let it end, and see its outcome',
    { retriable: false, ...(cause && { cause, detail: cause.detail }) },
  );

type Build = { readonly model: HeldReadModel; events: number };

/** Takes the collection of a rebuild; from here on it is this run's. */
const begin = async (deps: RebuildDeps, directory: ReadModelDirectory, projection: Projection): Promise<Build> => {
  const { documents, holder = '' } = deps;
  const placement = await nameBuilding(deps, directory, projection);
  const { building } = placement;
  if (building === null) throw takenOver();
  const part = { collection: building, shards: shardsIn(placement, building), holder };
  const model = await holdReadModel(documents, projection, part, { documentsMax: limits.rebuildCacheDocumentsMax });
  return { model, events: 0 };
};

/** Names the collection to build, or finds the one that an earlier run has begun. */
const nameBuilding = async (
  { shards: wanted }: RebuildDeps,
  directory: ReadModelDirectory,
  projection: Projection,
): Promise<Placement> =>
  changeUntilDone(directory, projection, (found) => {
    if (found.building !== null) return undefined;
    const building = `${collectionOf(projection)}+${found.serial + 1}`;
    return { ...found, building, shards: { ...found.shards, [building]: wanted ?? shardsIn(found, found.current) } };
  });

/** Folds up to the head of the log, and later events, until there are no more. */
const catchUp = async (deps: RebuildDeps, builds: readonly Build[], onProgress?: Progress): Promise<void> => {
  const { feed } = deps;
  const categories = [...new Set(builds.flatMap(({ model }) => [...model.categories]))];
  const read = { categories, batchMax: limits.rebuildBatchEventsMax };
  let events = 0;
  let unwritten = 0;
  /** The documents of the last parts are written while the next one is folded. */
  const storing: Promise<void>[] = [];
  for (let head = await feed.head(); head > startOf(builds); head = await feed.head()) {
    let reached = startOf(builds);
    for await (const batch of feed.read(reached, read)) {
      assertInOrder(reached, batch);
      await foldBatch(deps, builds, batch);
      events += batch.events.length;
      unwritten += batch.events.length;
      reached = batch.through;
      if (unwritten >= limits.rebuildWriteEventsMax || changedIn(builds) >= limits.rebuildWriteDocumentsMax) {
        if (storing.length >= limits.rebuildStoresAheadMax) await storing.shift();
        const stored = storeAll(builds, reached);
        // Its fault is met where it is waited for.
        stored.catch(() => undefined);
        storing.push(stored);
        unwritten = 0;
      }
      onProgress?.(events);
    }
    storing.push(storeAll(builds, reached));
    await Promise.all(storing.splice(0));
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
  await Promise.all(behind.map(async ({ model }) => model.store(reached)));
};

/** Fault `conflict`: another process has given the collection up, or has put it in place. */
const putInPlace = async (
  documents: DocumentStore,
  directory: ReadModelDirectory,
  { model: { projection, collection } }: Build,
): Promise<void> => {
  let before: Placement | undefined;
  const after = await changeUntilDone(directory, projection, (found) => {
    if (found.building !== collection) return undefined;
    before = found;
    return { ...found, current: collection, building: null, retired: [...found.retired, found.current] };
  });
  if (before === undefined || after.current !== collection) throw takenOver();
  for (const name of checkpointsIn(before, before.current)) {
    const old = await documents.checkpoint(name);
    if (old !== undefined) await documents.write([], { name, position: old.position, fence: old.fence + 1 });
  }
};

type DropDeps = { readonly documents: DocumentStore; readonly timers: Timers };

/**
 * Waits for as long as others may still read them (`limits.retiredCollectionMs`), then drops the replaced collections
 * that are still there. Answers the names of those that it dropped. A store that is away keeps the others for their
 * writer: the rebuild is done without that.
 */
export const dropRetired = async (
  { documents, timers }: DropDeps,
  projections: readonly Projection[],
): Promise<readonly string[]> => {
  const dropped: string[] = [];
  await timers.sleep(limits.retiredCollectionMs);
  try {
    const directory = createReadModelDirectory(documents);
    await directory.declare();
    for (const projection of projections) {
      dropped.push(...(await dropRetiredOf(documents, directory, projection, await directory.find(projection))));
    }
  } catch (error) {
    if (!isFault(error, 'unavailable')) throw error;
  }
  return dropped;
};
