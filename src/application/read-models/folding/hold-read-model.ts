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
import type { DocumentStore, NamedCheckpoint } from '../../../ports/document-store.ts';
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
  /** Its checkpoints, moved to a position, under its fences. */
  checkpointsAt(through: Position): readonly NamedCheckpoint[];
  /** The fold's changes were written, with the checkpoints. */
  stored(through: Position): void;
  /**
   * Writes the fold's changes, with the checkpoints, while later events may be folded: their position counts from now
   * on. Each waits for the one before it, and fails with it. Fault `conflict`: another process has taken it.
   */
  store(through: Position): Promise<void>;
  /** Moves on without documents to write; the checkpoints are behind until they are saved. */
  pass(through: Position): void;
  /** Whether the checkpoints are behind. */
  isBehind(): boolean;
  /** The checkpoints alone were written. */
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

  const checkpointsAt = (through: Position): readonly NamedCheckpoint[] =>
    checkpoints.map(({ name, fence }) => ({ name, position: through, fence }));

  return Object.freeze({
    projection,
    categories,
    collection,
    shard: only,
    fold,
    takes: (category: string, workspaceKey: number | undefined) =>
      categories.has(category) && (!isCut || workspaceKey === undefined || workspaceKey % shards === only),
    position: () => position,
    checkpointsAt,
    stored: (through: Position) => {
      wasSaved(through);
      fold.stored();
      position = through;
    },
    store: async (through: Position) => {
      const { writes, stored } = fold.handOver();
      position = through;
      aside = aside.then(async () => {
        await documents.write(writes, ...checkpointsAt(through));
        wasSaved(through);
        stored();
      });
      await aside;
    },
    pass: (through: Position) => {
      position = through;
    },
    isBehind: () => saved < position,
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
