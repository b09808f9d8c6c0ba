/**
 * Reads as bytes with their entity tag. A document that has not moved is presented once for each window of URLs.
 * Its tag is of its members, too: another version of the service may show the same document in another way.
 */
import type { Body } from '../../application/calls/result.ts';
import { type Read, shortHash } from '../../application/reading/answers.ts';
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';
import { entityTag } from './etag.ts';
import type { Presenter } from './presenter.ts';

export type PresentedRead = { readonly bytes: Buffer; readonly tag: string };

/** `documentId`: null for bodies that are not cached, e.g. lists, whose tag does not tell which page it is of. */
export type PresentRead = (read: Read<Body>, workspaceId: string, documentId: string | null) => PresentedRead;

/** Bytes of an entry besides its content: key, map slot and objects, roughly. */
const ENTRY_BYTES = 500;

const WINDOW_MS = limits.signedUrlWindowSeconds * 1_000;

export const createReadPresenter = (
  presenter: Presenter,
  clock: Pick<Clock, 'now'>,
  bytesMax: number = limits.presentedBytesMax,
): PresentRead => {
  const kept = createBoundedMap<string, PresentedRead>(bytesMax, undefined, ({ bytes }) => bytes.length + ENTRY_BYTES);

  const present = ({ value, etag }: Read<Body>, workspaceId: string): PresentedRead => {
    const { text, expiresAt } = presenter.body(value, workspaceId);
    return { bytes: Buffer.from(text), tag: entityTag(etag, expiresAt) };
  };

  return (read, workspaceId, documentId) => {
    if (documentId === null) return present(read, workspaceId);
    // The store rounds expiries up to whole windows, so within one window the URLs are the same.
    const key = `${workspaceId} ${documentId} ${read.etag} ${Math.ceil(clock.now() / WINDOW_MS)}`;
    const before = kept.get(key);
    if (before !== undefined) return before;
    const presented = present({ ...read, etag: shortHash(`${read.etag} ${JSON.stringify(read.value)}`) }, workspaceId);
    kept.set(key, presented);
    return presented;
  };
};
