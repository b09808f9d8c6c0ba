/**
 * Rebuilds a read model from the start of the log, beside the one that serves.
 *
 * A fresh collection is folded from zero under a checkpoint of its own, so that a rebuild that was interrupted goes on
 * where it was. At the end of the log the directory is changed: from then on the new collection is the read model.
 * Then the old one is fenced off, so that whoever was writing it takes up the new one, and drops the old one a little
 * later; where nobody was, the next start does.
 */
import { categoryOf } from '../kernel/event.ts';
import { limits } from '../kernel/limits.ts';
import type { Position } from '../kernel/position.ts';
import { collectionOf } from '../kernel/projection.ts';
import type { Projection } from '../kernel/projection.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { EventFeed } from '../ports/event-feed.ts';
import type { EventCodec } from '../schema/event-codec.ts';
import { assertInOrder } from './feed-order.ts';
import { holdReadModel } from './held-read-model.ts';
import type { HeldReadModel } from './held-read-model.ts';
import { checkpointOf, createReadModelDirectory } from './read-model-directory.ts';
import type { Placement, ReadModelDirectory } from './read-model-directory.ts';

export type RebuildDeps = {
  readonly feed: Pick<EventFeed, 'read' | 'head'>;
  readonly documents: DocumentStore;
  readonly codec: Pick<EventCodec, 'decodeOnce'>;
};

export type RebuildOptions = {
  readonly signal?: AbortSignal;
  /** Called after each batch: events folded so far by this run, and the position reached. */
  readonly onProgress?: (events: number, position: Position) => void;
};

export type Rebuilt = { readonly collection: string; readonly events: number; readonly position: Position };

/**
 * Answers when the new collection is in place; undefined when the signal aborted before (it can be gone on with).
 * Faults: `conflict` when another rebuild of the same read model has taken over; those of the stores.
 */
export const rebuildReadModel = async (
  deps: RebuildDeps,
  projection: Projection,
  options: RebuildOptions = {},
): Promise<Rebuilt | undefined> => {
  const directory = createReadModelDirectory(deps.documents);
  await directory.declare();
  const placement = await begin(directory, projection);
  const collection = placement.building ?? placement.current;
  const model = await holdReadModel(deps.documents, projection, collection, limits.rebuildCacheDocumentsMax);
  const events = await catchUp(deps, model, options);
  if (options.signal?.aborted === true) return undefined;
  await putInPlace(deps.documents, directory, projection, placement);
  return { collection, events, position: model.position() };
};

/** Names the collection to build, or finds the one that an earlier run has begun. */
const begin = async (directory: ReadModelDirectory, projection: Projection): Promise<Placement> => {
  const placement = await directory.find(projection);
  if (placement.building !== null) return placement;
  const building = `${collectionOf(projection)}+${placement.serial + 1}`;
  return directory.change(projection, placement, { ...placement, building });
};

/** Folds up to the head of the log, and what was appended meanwhile, until there is nothing more. */
const catchUp = async (deps: RebuildDeps, model: HeldReadModel, options: RebuildOptions): Promise<number> => {
  const { feed, codec } = deps;
  const { categories } = model.projection;
  const { signal, onProgress } = options;
  const read = { categories, batchMax: limits.rebuildBatchEventsMax, ...(signal === undefined ? {} : { signal }) };
  let events = 0;
  let unwritten = 0;
  for (let head = await feed.head(); head > model.position(); head = await feed.head()) {
    if (signal?.aborted === true) break;
    let reached = model.position();
    for await (const batch of feed.read(reached, read)) {
      assertInOrder(reached, batch);
      const own = batch.events.filter(({ stream }) => model.categories.has(categoryOf(stream)));
      // In small steps: what is decoded together is kept in memory together.
      for (let from = 0; from < own.length; from += limits.projectionTurnEventsMax) {
        await model.fold.fold(own.slice(from, from + limits.projectionTurnEventsMax).map(codec.decodeOnce));
      }
      events += own.length;
      unwritten += own.length;
      reached = batch.through;
      if (unwritten >= limits.rebuildWriteEventsMax || model.fold.size() >= limits.rebuildWriteDocumentsMax) {
        await model.store(reached);
        unwritten = 0;
      }
      onProgress?.(events, reached);
    }
    await model.store(reached);
  }
  return events;
};

const putInPlace = async (
  documents: DocumentStore,
  directory: ReadModelDirectory,
  projection: Projection,
  placement: Placement,
): Promise<void> => {
  const { current, building, retired } = placement;
  if (building === null) return;
  await directory.change(projection, placement, { current: building, building: null, retired: [...retired, current] });
  const name = checkpointOf(current);
  const old = await documents.checkpoint(name);
  if (old !== undefined) await documents.write([], { name, position: old.position, fence: old.fence + 1 });
};
