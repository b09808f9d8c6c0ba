/**
 * The events after a read model's checkpoint, folded over its documents. Bounded: further behind, a read folds the
 * streams, or is refused.
 */
import type { RecordedEvent } from '../../kernel/event.ts';
import { limits } from '../../kernel/limits.ts';
import { type Position, START } from '../../kernel/position.ts';
import type { Projection } from '../../kernel/projection.ts';
import { foldStep } from '../../kernel/unfoldable.ts';
import type { StoredDocument } from '../../ports/document-store.ts';
import type { ReadSide } from './read-side.ts';

/** The documents of one owner as of `position`, as far as they are not in the collection as of then. */
export type Changes<D> = {
  readonly collection: string;
  readonly position: Position;
  /** By id; undefined for a document that is gone. */
  readonly documents: ReadonlyMap<string, StoredDocument<D> | undefined>;
};

export type Wanted = {
  /** Only documents of this owner are folded. */
  readonly owner: string;
  /** The answer reflects the log up to here at least. */
  readonly position: Position;
  /** Only this document. */
  readonly id?: string;
};

type Side = Pick<ReadSide, 'readModels' | 'feed' | 'codec' | 'parsed' | 'turns'>;

/**
 * Whether the owner's documents reflect the position, at once or within `limits.freshWaitMs`. `unknown` when even the
 * log ends before it: this log never gave that position.
 */
export const isFresh = async (
  { readModels, feed }: Side,
  { name }: Pick<Projection, 'name'>,
  { owner, position }: Pick<Wanted, 'owner' | 'position'>,
): Promise<'fresh' | 'behind' | 'unknown'> => {
  if (readModels.position(name, owner) >= position) return 'fresh';
  if (await readModels.waitFor(position, limits.freshWaitMs, name, owner)) return 'fresh';
  return (await feed.head()) >= position ? 'behind' : 'unknown';
};

/** Undefined: the read model is further behind than may be folded, or the log is behind the position itself. */
export const changesSince = async <D>(
  side: Side,
  projection: Projection<D>,
  wanted: Wanted,
): Promise<Changes<D> | undefined> => {
  const { name } = projection;
  const freshness = await isFresh(side, projection, wanted);
  if (freshness === 'unknown') return undefined;
  // Read together: a rebuild that ends may put another collection in the place of this one.
  const collection = side.readModels.collection(name);
  const position = side.readModels.position(name, wanted.owner);
  if (freshness === 'fresh') return { collection, position, documents: new Map() };
  return foldFrom(side, projection, wanted, collection, position);
};

/** A document as of the changes: as they leave it, else as it is stored. */
export const documentIn = async <D>(
  { parsed }: Pick<ReadSide, 'parsed'>,
  { collection, position, documents }: Changes<D>,
  { id, owner }: { readonly id: string; readonly owner: string },
): Promise<StoredDocument<D> | undefined> =>
  documents.has(id) ? documents.get(id) : parsed.get<D>(collection, id, owner, position);

const foldFrom = async <D>(
  side: Side,
  projection: Projection<D>,
  wanted: Wanted,
  collection: string,
  from: Position,
): Promise<Changes<D> | undefined> => {
  const { feed, codec, turns } = side;
  const documents = new Map<string, StoredDocument<D> | undefined>();
  let position = from;
  let count = 0;
  for await (const { events, through } of feed.read(from, { categories: projection.categories })) {
    count += events.length;
    if (count > limits.listFoldEventsMax) return undefined;
    for (const stored of events) {
      const event = codec.decode(stored);
      for (const id of foldStep(projection, event, () => touchedBy(projection, event, wanted))) {
        if (!documents.has(id)) documents.set(id, await side.parsed.get<D>(collection, id, wanted.owner, from));
        documents.set(id, after(projection, documents.get(id), event, id));
      }
      const rest = turns.due();
      if (rest !== undefined) await rest;
    }
    position = through;
  }
  return position < wanted.position ? undefined : { collection, position, documents };
};

const touchedBy = <D>(projection: Projection<D>, event: RecordedEvent, { owner, id }: Wanted): readonly string[] =>
  projection
    .touches(event)
    .filter((touched) => (id === undefined || touched === id) && projection.owner(event, touched) === owner);

/** The projector goes on meanwhile: a document skips events that it has seen. */
const after = <D>(
  projection: Projection<D>,
  document: StoredDocument<D> | undefined,
  event: RecordedEvent,
  id: string,
): StoredDocument<D> | undefined => {
  if ((document?.position ?? START) >= event.position) return document;
  const body = foldStep(projection, event, () => projection.evolve(document?.body, event, id));
  if (body === undefined) return undefined;
  if (body === document?.body) return document;
  return { id, owner: projection.owner(event, id), position: event.position, body };
};
