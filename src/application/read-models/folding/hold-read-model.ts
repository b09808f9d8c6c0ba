/**
 * A read model, or one shard of it, that this process writes: its collection, its place in the log, and the fence that
 * says so.
 */
import { isFault } from '../../../kernel/faults.ts';
import { limits } from '../../../kernel/limits.ts';
import { laterOf, type Position, START } from '../../../kernel/position.ts';
import { definitionOf, type Projection } from '../../../kernel/projection.ts';
import { allShards, ownerKey, shardOf } from '../../../kernel/shard.ts';
import type { Turns } from '../../../ports/basics.ts';
import type { DocumentStore, WritePart } from '../../../ports/document-store.ts';
import { checkpointOf } from '../freshness/read-model-directory.ts';
import { createProjectionFold, type ProjectionFold } from './projection-fold.ts';

/** The held part of a collection that is cut into so many shards: one of them, or all together when none is named. */
export type Part = {
  readonly collection: string;
  readonly shards: number;
  readonly only?: number;
  /** The holder's id, unlike that of any concurrent holder; left out where there is no other. */
  readonly holder?: string;
};

export type HeldReadModel = {
  readonly projection: Projection;
  readonly categories: ReadonlySet<string>;
  readonly collection: string;
  /** The number of the shard that is held; undefined for all of them together. */
  readonly shard: number | undefined;
  readonly fold: ProjectionFold;
  /**
   * Whether an event may touch a held document: by the category of its stream and the key of its workspace
   * (`ownerKey`), if known.
   */
  takes(category: string, workspaceKey: number | undefined): boolean;
  /** Everything up to here is in the documents. */
  position(): Position;
  /** Writes the fold's changes, with the checkpoint. Fault `conflict`: another process has taken it. */
  store(through: Position): Promise<void>;
  /**
   * The same, while later events are folded: their position counts from now on. Each waits for the one before it, and
   * fails with it.
   */
  storeAside(through: Position): Promise<void>;
  /** The writes of `store`, in order, for callers that store several read models at once. */
  toStore(through: Position): readonly WritePart[];
  /** That was written. */
  stored(through: Position): void;
  /** Moves on without documents to write; the checkpoint follows with `save`. */
  pass(through: Position): void;
  /** Writes the checkpoint if it is behind. Faults as `store`. */
  save(): Promise<void>;
  /** The writes of `save`, for callers that save several read models at once; none if it is not behind. */
  toSave(): readonly WritePart[];
  /** That was written. */
  saved(through: Position): void;
  /** The checkpoints that are held, and the fences under which they are. */
  readonly fences: readonly { readonly name: string; readonly fence: number }[];
};

/** How it is folded; see `ProjectionFoldDeps`. */
export type Folding = { readonly documentsMax: number; readonly turns?: Turns };

/** Declares a collection and raises the fence of its checkpoint: the holder before is fenced at its next write. */
export const holdReadModel = async (
  documents: DocumentStore,
  projection: Projection,
  { collection, shards, only, holder = '' }: Part,
  folding: Folding,
): Promise<HeldReadModel> => {
  await documents.declare(definitionOf(projection, collection));
  const held = only === undefined ? allShards(shards) : [{ number: only, of: shards }];
  const checkpoints: Raised[] = [];
  for (const shard of held) checkpoints.push(await raiseFence(documents, checkpointOf(collection, shard), holder));
  const owns = (owner: string): boolean => shardOf(owner, shards) === only;
  const fold = createProjectionFold({
    documents,
    projection,
    collection,
    ...folding,
    ...(only === undefined || shards === 1 ? {} : { owns }),
  });
  const categories = new Set(projection.categories);
  const isCut = only !== undefined && shards > 1 && projection.ofWorkspace === true;
  const start = checkpoints.map(({ position }) => position).reduce((least, one) => (one < least ? one : least));
  let position = start;
  let saved = start;
  let aside = Promise.resolve();

  const wasSaved = (through: Position): void => {
    saved = laterOf(saved, through);
  };

  const stored = (through: Position): void => {
    wasSaved(through);
    fold.stored();
    position = through;
  };

  /** The first checkpoint moves with the documents, so that they are fenced; the others, if any, after it. */
  const partsOf = (writes: WritePart['writes'], through: Position): readonly WritePart[] =>
    checkpoints.map(({ name, fence }, index) => ({
      writes: index === 0 ? writes : [],
      checkpoint: { name, position: through, fence },
    }));

  const toSave = (): readonly WritePart[] => (position <= saved ? [] : partsOf([], position));

  const write = async (parts: readonly WritePart[]): Promise<void> => {
    for (const { writes, checkpoint } of parts) await documents.write(writes, checkpoint);
  };

  return Object.freeze({
    projection,
    categories,
    collection,
    shard: only,
    fold,
    takes: (category: string, workspaceKey: number | undefined) =>
      categories.has(category) && (!isCut || workspaceKey === undefined || workspaceKey % shards === only),
    position: () => position,
    store: async (through: Position) => {
      await write(partsOf(fold.writes(), through));
      stored(through);
    },
    storeAside: async (through: Position) => {
      const { writes, stored: written } = fold.handOver();
      position = through;
      aside = aside.then(async () => {
        await write(partsOf(writes, through));
        wasSaved(through);
        written();
      });
      await aside;
    },
    toStore: (through: Position) => partsOf(fold.writes(), through),
    stored,
    pass: (through: Position) => {
      position = through;
    },
    save: async () => {
      const through = position;
      await write(toSave());
      wasSaved(through);
    },
    toSave,
    saved: wasSaved,
    fences: checkpoints,
  });
};

type Raised = { readonly name: string; readonly fence: number; readonly position: Position };

/**
 * Fences are raised by so much. The values between tell two holders apart that raise one at the same moment: a store
 * refuses lower fences, not equal ones. 2^33 raises fit into a number.
 */
const FENCE_STEP = 2 ** 20;

const raiseFence = async (documents: DocumentStore, name: string, holder: string): Promise<Raised> => {
  for (let attempt = 0; ; attempt += 1) {
    const before = await documents.checkpoint(name);
    const position = before?.position ?? START;
    const fence = (Math.floor((before?.fence ?? 0) / FENCE_STEP) + 1) * FENCE_STEP + (ownerKey(holder) % FENCE_STEP);
    try {
      await documents.write([], { name, position, fence });
      return { name, fence, position };
    } catch (error) {
      // Another process has raised it at the same moment: the next one is higher.
      if (!isFault(error, 'conflict') || attempt >= limits.conflictRetriesMax) throw error;
    }
  }
};
