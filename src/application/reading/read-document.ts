/**
 * A document by its id, as new as was asked for: from the read model when that is fresh, else by folding the later
 * events of the log. Otherwise it is folded from its streams. Only the streams prove a miss.
 */
import { laterOf } from '../../kernel/position.ts';
import type { Projection } from '../../kernel/projection.ts';
import type { StoredDocument } from '../../ports/document-store.ts';
import { changesSince, documentIn, type Wanted } from './changes.ts';
import type { ReadSide } from './read-side.ts';
import { isDamagedDocument } from '../../kernel/damaged-document.ts';
import { isFault } from '../../kernel/faults.ts';
import { Unfoldable } from '../../kernel/unfoldable.ts';

/** `etag`: equal only for equal bodies. */
export type Found<D> = { readonly document: StoredDocument<D>; readonly etag: string };

/** Undefined: there is no such document. `behind`: the log itself has not come as far as was asked for. */
export const readDocument = async <D>(
  side: ReadSide,
  projection: Projection<D>,
  asked: WantedOne,
  fromStreams: () => Promise<StoredDocument<D> | undefined>,
): Promise<Found<D> | undefined | 'behind'> => {
  const wanted = asToldBefore(side, asked);
  const document = await fromReadModel(side, projection, wanted);
  if (document !== undefined) return { document, etag: document.position };
  if ((await side.feed.head()) < wanted.position) return 'behind';
  const folded = await fromStreams();
  if (folded === undefined) return undefined;
  side.told.note(wanted.id, folded.position);
  return { document: folded, etag: `s.${folded.position}` };
};

type WantedOne = Wanted & { readonly id: string };

/** At least as new as it was told before. */
export const asToldBefore = <W extends WantedOne>({ told }: Pick<ReadSide, 'told'>, wanted: W): W => ({
  ...wanted,
  position: laterOf(wanted.position, told.of(wanted.id)),
});

/** Undefined also when the read model cannot tell: the caller goes to the streams. */
const fromReadModel = async <D>(
  side: ReadSide,
  projection: Projection<D>,
  wanted: WantedOne,
): Promise<StoredDocument<D> | undefined> => {
  try {
    const changes = await changesSince(side, projection, wanted);
    const document = changes && (await documentIn(side, changes, wanted));
    if (document && changes.documents.has(wanted.id)) side.told.note(wanted.id, document.position);
    return document;
  } catch (error) {
    if (cannotTell(error)) return undefined;
    throw error;
  }
};

/** Whether the read store is down or damaged, or a fold does not take a later event: the streams tell then. */
export const cannotTell = (error: unknown): boolean =>
  isFault(error, 'unavailable') || isDamagedDocument(error) || error instanceof Unfoldable;
