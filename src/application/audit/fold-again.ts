/**
 * Folds every read model from the start of the log, into a store of its own, and compares. The documents must be the
 * same, byte for byte in their canonical form, with the same owners and positions.
 *
 * Each shard is folded up to its position at the start of the audit. A document written since is compared later: the
 * fold goes on to the position that it names, where both must agree. At last all are folded on to the head: an event
 * that stopped a read model is found, though nothing shows it yet.
 */
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { categoryOf, type RecordedEvent } from '../../kernel/event.ts';
import { limits } from '../../kernel/limits.ts';
import { laterOf, type Position, START } from '../../kernel/position.ts';
import { ownerKey, shardOf } from '../../kernel/shard.ts';
import { Unfoldable } from '../../kernel/unfoldable.ts';
import type { DocumentStore, StoredDocument } from '../../ports/document-store.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import { type HeldReadModel, holdReadModel } from '../read-models/folding/hold-read-model.ts';
import { checkpointOf } from '../read-models/freshness/read-model-directory.ts';
import { type Findings, isWhole } from './findings.ts';
import { type ReadModelDeps, type ReadModelPlace, shardsOfPlace } from './places.ts';
import { eventsUntil } from './walk.ts';

export type FoldAgainDeps = Pick<ReadModelDeps, 'feed' | 'documents'> & {
  readonly codec: Pick<EventCodec, 'decodeOnce'>;
  /** Empty; the caller disposes of it. */
  readonly scratch: DocumentStore;
};

/** A shard of a read model as it is folded anew, and how far it was when the audit began. */
type Folding = { readonly model: HeldReadModel; readonly until: Position };

/** A read model as it is, and as it is folded anew, shard by shard into one collection. */
type Pair = { readonly place: ReadModelPlace; readonly shards: readonly Folding[] };

type FoldingRange = { readonly places: readonly ReadModelPlace[]; readonly head: Position };

/** `onProgress`: events folded, then documents compared. Fault `corrupt`: an event cannot be read. */
export const foldAgain = async (
  deps: FoldAgainDeps,
  { places, head }: FoldingRange,
  findings: Findings,
  onProgress?: (done: number, what: 'events' | 'documents') => void,
): Promise<void> => {
  const pairs: Pair[] = [];
  for (const place of places) {
    const shards: Folding[] = [];
    for (const { shard, position } of shardsOfPlace(place)) {
      const part = { collection: place.collection, shards: shard.of, only: shard.number };
      const folding = { documentsMax: limits.rebuildCacheDocumentsMax };
      const model = await holdReadModel(deps.scratch, place.projection, part, folding);
      shards.push({ model, until: position });
    }
    pairs.push({ place, shards });
  }
  const foldable = await foldAll(deps, pairs, findings, onProgress);
  let compared = 0;
  const tick = (): void => {
    compared += 1;
    if (compared % PROGRESS_EVERY === 0) onProgress?.(compared, 'documents');
  };
  for (const pair of foldable) {
    await isWhole(pair.place.projection.name, findings, async () => {
      await compareMoved(deps, pair, await compare(deps, pair, findings, tick), findings);
    });
  }
  const on = foldable.map(({ place, shards }) => ({
    place,
    shards: shards.map(({ model }) => ({ model, until: head })),
  }));
  await foldAll(deps, on, findings, onProgress);
};

const PROGRESS_EVERY = 10_000;

/** Every read model from where it is to the end of its part, in one walk. Answers those that could be folded. */
const foldAll = async (
  deps: FoldAgainDeps,
  pairs: readonly Pair[],
  findings: Findings,
  onProgress?: (done: number, what: 'events') => void,
): Promise<readonly Pair[]> => {
  const folding = new Set(pairs);
  const categories = [...new Set(pairs.flatMap(({ place }) => place.projection.categories))];
  const parts = pairs.flatMap(({ shards }) => shards);
  const until = parts.map((part) => part.until).reduce(laterOf, START);
  const from = parts.map(({ model }) => model.position()).reduce((least, one) => (one < least ? one : least), until);
  let events = 0;

  const fold = async (pair: Pair, recorded: readonly RecordedEvent[]): Promise<void> => {
    const keyed = keysOf(pair, recorded);
    try {
      for (const shard of pair.shards) await foldInto(shard.model, keyed, shard.until);
    } catch (error) {
      if (!(error instanceof Unfoldable)) throw error;
      folding.delete(pair);
      const readModel = pair.place.projection.name;
      findings.add({ check: 'read-model', what: 'unfoldable', problem: error.message, readModel });
    }
  };

  for await (const stored of turnsOf(deps, categories, from, until)) {
    const recorded = stored.map(deps.codec.decodeOnce);
    for (const pair of folding) await fold(pair, recorded);
    events += stored.length;
    if (events % PROGRESS_EVERY < stored.length) onProgress?.(events, 'events');
  }
  for (const { model, until: end } of [...folding].flatMap(({ shards }) => shards)) {
    if (end > model.position()) await model.store(end);
  }
  return [...folding];
};

type Keyed = { readonly event: RecordedEvent; readonly key: number | undefined };

/** Reckoned once for all shards, and not at all where nothing is cut. */
const keysOf = ({ shards }: Pair, events: readonly RecordedEvent[]): readonly Keyed[] =>
  events.map((event) => {
    const { workspaceId } = event.metadata;
    return { event, key: shards.length === 1 || workspaceId === undefined ? undefined : ownerKey(workspaceId) };
  });

/** In small steps: events decoded together are in memory together. */
const turnsOf = (
  { feed }: Pick<FoldAgainDeps, 'feed'>,
  categories: readonly string[],
  from: Position,
  until: Position,
): AsyncGenerator<readonly StoredEvent[]> =>
  eventsUntil(feed, from, until, { categories, batchMax: limits.rebuildStepEventsMax });

const foldInto = async (model: HeldReadModel, events: readonly Keyed[], until: Position): Promise<void> => {
  const own = events
    .filter(({ event, key }) => isNext(event, model, until) && model.takes(categoryOf(event.stream), key))
    .map(({ event }) => event);
  const last = own.at(-1);
  if (last === undefined) return;
  await model.fold.fold(own);
  if (model.fold.size() >= limits.rebuildWriteDocumentsMax) await model.store(last.position);
};

const isNext = ({ position }: RecordedEvent, model: HeldReadModel, until: Position): boolean =>
  position > model.position() && position <= until;

type Moved = Pick<StoredDocument, 'id' | 'owner'>;

/** Both in the order of their ids. Answers the documents written since the audit began. */
const compare = async (
  { documents, scratch }: FoldAgainDeps,
  { place }: Pair,
  findings: Findings,
  tick: () => void,
): Promise<readonly Moved[]> => {
  const moved: Moved[] = [];
  const served = documents.scan(place.collection)[Symbol.asyncIterator]();
  const folded = scratch.scan(place.collection)[Symbol.asyncIterator]();
  let [is, due] = [await next(served), await next(folded)];
  while (is !== undefined || due !== undefined) {
    tick();
    const isFirst = due === undefined || (is !== undefined && is.id < due.id);
    const isBoth = is?.id === due?.id;
    const [mine, its] = [isBoth || isFirst ? is : undefined, isBoth || !isFirst ? due : undefined];
    // A missing document may have been deleted since.
    const mayHaveMoved = mine === undefined || mine.position > place.reached(mine.owner);
    const difference = differenceOf(mine, its);
    if (difference !== undefined) {
      if (mayHaveMoved) moved.push(mine ?? (its as StoredDocument));
      else findings.add(findingOf(place, difference, mine ?? its));
    }
    if (mine !== undefined) is = await next(served);
    if (its !== undefined) due = await next(folded);
  }
  return moved;
};

type Document = StoredDocument | undefined;
type Difference = readonly [what: string, problem: string];

const next = async (documents: AsyncIterator<StoredDocument>): Promise<Document> => {
  const found: IteratorResult<StoredDocument, unknown> = await documents.next();
  return found.done === true ? undefined : found.value;
};

const differenceOf = (is: Document, due: Document): Difference | undefined => {
  if (due === undefined) return is && ['document_unknown', 'the log does not lead to it'];
  if (is === undefined) return ['document_missing', 'the log leads to it, and it is not there'];
  if (canonicalJson(is.body) !== canonicalJson(due.body)) return ['document_differs', 'the log leads to another one'];
  if (is.owner !== due.owner) return ['other_owner', `it belongs to ${is.owner} and should belong to ${due.owner}`];
  if (is.position === due.position) return undefined;
  return ['misplaced', `it is at ${is.position} and should be at ${due.position}`];
};

const findingOf = ({ projection }: ReadModelPlace, [what, problem]: Difference, document: Document) => ({
  check: 'read-model' as const,
  what,
  problem,
  readModel: projection.name,
  ...(document === undefined ? {} : { id: document.id, position: document.position }),
});

const compareMoved = async (
  deps: FoldAgainDeps,
  pair: Pair,
  moved: readonly Moved[],
  findings: Findings,
): Promise<void> => {
  const { place, shards } = pair;
  for (const [number, { model }] of shards.entries()) {
    const ids = moved.filter(({ owner }) => shardOf(owner, shards.length) === number).map(({ id }) => id);
    await compareMovedOf(deps, place, model, ids, findings);
  }
};

/** Of one shard. */
const compareMovedOf = async (
  deps: FoldAgainDeps,
  place: ReadModelPlace,
  model: HeldReadModel,
  moved: readonly string[],
  findings: Findings,
): Promise<void> => {
  const shard = { number: model.shard ?? 0, of: place.positions.length };
  const checkpoint = checkpointOf(place.collection, shard);
  const ids = [...moved];
  while (ids.length > 0) {
    const group = ids.splice(0, limits.auditMovedDocumentsMax);
    const served: (readonly [string, Document])[] = [];
    for (const id of group) served.push([id, await deps.documents.get(place.collection, id)]);
    // Read after the documents: a document missing among them is deleted by here.
    const { position: now = START } = (await deps.documents.checkpoint(checkpoint)) ?? {};
    const inOrder = served.toSorted(([, a], [, b]) => ((a?.position ?? now) < (b?.position ?? now) ? -1 : 1));
    for (const [id, document] of inOrder) {
      await foldOn(deps, model, document?.position ?? now);
      const due = await deps.scratch.get(place.collection, id);
      const difference = differenceOf(document, due);
      if (difference !== undefined) findings.add(findingOf(place, difference, document ?? due));
    }
  }
};

/** Goes on to a place that was written in the meantime. */
const foldOn = async (deps: FoldAgainDeps, model: HeldReadModel, until: Position): Promise<void> => {
  const from = model.position();
  if (until <= from) return;
  for await (const stored of turnsOf(deps, model.projection.categories, from, until)) {
    const recorded = stored.map(deps.codec.decodeOnce);
    await foldInto(
      model,
      recorded.map((event) => ({ event, key: undefined })),
      until,
    );
  }
  await model.store(until);
};
