/**
 * Folds every read model from the start of the log, into a store of its own, and compares: the same documents, byte for
 * byte in their canonical form, of the same owners, at the same places.
 *
 * Each is folded up to where its read model stood when the audit began. A document that was written since is looked at
 * again: the fold goes on to the very place that the document names, where both must agree.
 */
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { categoryOf } from '../../kernel/event.ts';
import type { RecordedEvent } from '../../kernel/event.ts';
import { BrokenInvariant } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { laterOf, START } from '../../kernel/position.ts';
import type { Position } from '../../kernel/position.ts';
import type { DocumentStore, StoredDocument } from '../../ports/document-store.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import { holdReadModel } from '../held-read-model.ts';
import type { HeldReadModel } from '../held-read-model.ts';
import { checkpointOf } from '../read-model-directory.ts';
import type { Findings } from './findings.ts';
import type { ReadModelDeps, ReadModelPlace } from './places.ts';

export type FoldAgainDeps = Pick<ReadModelDeps, 'feed' | 'documents'> & {
  readonly codec: Pick<EventCodec, 'decodeOnce'>;
  /** Empty; whoever brings it throws it away. */
  readonly scratch: DocumentStore;
};

/** A read model as it is, and as it is folded anew. */
type Pair = { readonly place: ReadModelPlace; readonly model: HeldReadModel };

/** `onProgress`: events folded, then documents compared. Fault `corrupt`: an event cannot be read. */
export const foldAgain = async (
  deps: FoldAgainDeps,
  places: readonly ReadModelPlace[],
  findings: Findings,
  onProgress?: (done: number, what: 'events' | 'documents') => void,
): Promise<void> => {
  const pairs: Pair[] = [];
  for (const place of places) {
    const { projection, collection } = place;
    pairs.push({
      place,
      model: await holdReadModel(deps.scratch, projection, collection, limits.rebuildCacheDocumentsMax),
    });
  }
  const foldable = await foldAll(deps, pairs, findings, onProgress);
  let compared = 0;
  for (const pair of foldable) {
    const moved = await compare(deps, pair, findings, () => {
      compared += 1;
      if (compared % PROGRESS_EVERY === 0) onProgress?.(compared, 'documents');
    });
    await compareMoved(deps, pair, moved, findings);
  }
};

const PROGRESS_EVERY = 10_000;

/** Every read model up to its place, in one walk. Answers those that could be folded. */
const foldAll = async (
  deps: FoldAgainDeps,
  pairs: readonly Pair[],
  findings: Findings,
  onProgress?: (done: number, what: 'events') => void,
): Promise<readonly Pair[]> => {
  const folding = new Set(pairs);
  const categories = [...new Set(pairs.flatMap(({ model }) => model.projection.categories))];
  const until = pairs.map(({ place }) => place.position).reduce(laterOf, START);
  let events = 0;

  const fold = async (pair: Pair, recorded: readonly RecordedEvent[]): Promise<void> => {
    const { model, place } = pair;
    try {
      await foldInto(model, recorded, place.position);
    } catch (error) {
      if (!(error instanceof BrokenInvariant)) throw error;
      folding.delete(pair);
      const readModel = model.projection.name;
      findings.add({ check: 'read-model', what: 'unfoldable', problem: error.message, readModel });
    }
  };

  for await (const stored of turnsOf(deps, categories, START, until)) {
    const recorded = stored.map(deps.codec.decodeOnce);
    for (const pair of folding) await fold(pair, recorded);
    events += stored.length;
    if (events % PROGRESS_EVERY < stored.length) onProgress?.(events, 'events');
  }
  for (const { model, place } of folding) await model.store(place.position);
  return [...folding];
};

/** The events of these categories in small steps: what is decoded together is kept in memory together. */
const turnsOf = async function* (
  { feed }: Pick<FoldAgainDeps, 'feed'>,
  categories: readonly string[],
  from: Position,
  until: Position,
): AsyncGenerator<readonly StoredEvent[]> {
  if (until <= from) return;
  for await (const { events, through } of feed.read(from, { categories, batchMax: limits.projectionTurnEventsMax })) {
    yield through <= until ? events : events.filter(({ position }) => position <= until);
    if (through >= until) return;
  }
};

const foldInto = async (model: HeldReadModel, events: readonly RecordedEvent[], until: Position): Promise<void> => {
  const own = events.filter(({ stream, position }) => position <= until && model.categories.has(categoryOf(stream)));
  const last = own.at(-1);
  if (last === undefined) return;
  await model.fold.fold(own);
  if (model.fold.size() >= limits.rebuildWriteDocumentsMax) await model.store(last.position);
};

/** Both in the order of their ids. Answers the ids of what was written since the audit began. */
const compare = async (
  { documents, scratch }: FoldAgainDeps,
  { place, model }: Pair,
  findings: Findings,
  tick: () => void,
): Promise<readonly string[]> => {
  const moved: string[] = [];
  const served = documents.scan(place.collection)[Symbol.asyncIterator]();
  const folded = scratch.scan(model.collection)[Symbol.asyncIterator]();
  let [is, due] = [await next(served), await next(folded)];
  while (is !== undefined || due !== undefined) {
    tick();
    const isFirst = due === undefined || (is !== undefined && is.id < due.id);
    const isBoth = is?.id === due?.id;
    const [mine, its] = [isBoth || isFirst ? is : undefined, isBoth || !isFirst ? due : undefined];
    // What is not there any more may have been deleted since.
    const mayHaveMoved = mine === undefined || mine.position > place.position;
    const difference = differenceOf(mine, its);
    if (difference !== undefined) {
      if (mayHaveMoved) moved.push((mine ?? its)?.id ?? '');
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
  return ['misplaced', `it stands at ${is.position} and should stand at ${due.position}`];
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
  moved: readonly string[],
  findings: Findings,
): Promise<void> => {
  const ids = [...moved];
  while (ids.length > 0) {
    const group = ids.splice(0, limits.auditMovedDocumentsMax);
    const served: (readonly [string, Document])[] = [];
    for (const id of group) served.push([id, await deps.documents.get(pair.place.collection, id)]);
    // Read after the documents: what is not among them is gone by here.
    const { position: now = START } = (await deps.documents.checkpoint(checkpointOf(pair.place.collection))) ?? {};
    const inOrder = served.toSorted(([, a], [, b]) => ((a?.position ?? now) < (b?.position ?? now) ? -1 : 1));
    for (const [id, document] of inOrder) {
      await foldOn(deps, pair.model, document?.position ?? now);
      const due = await deps.scratch.get(pair.model.collection, id);
      const difference = differenceOf(document, due);
      if (difference !== undefined) findings.add(findingOf(pair.place, difference, document ?? due));
    }
  }
};

/** Goes on to a place that was written in the meantime. */
const foldOn = async (deps: FoldAgainDeps, model: HeldReadModel, until: Position): Promise<void> => {
  const from = model.position();
  if (until <= from) return;
  for await (const stored of turnsOf(deps, model.projection.categories, from, until)) {
    await foldInto(model, stored.map(deps.codec.decodeOnce), until);
  }
  await model.store(until);
};
