/** The other end of signed URLs: an object store without an HTTP server of its own lets ours serve them. */
import type { ObjectInfo } from './object-store.ts';

export type SignedGrant =
  | { readonly method: 'GET'; readonly key: string; readonly contentType: string; readonly expiresAt: number }
  | {
      readonly method: 'PUT';
      readonly key: string;
      readonly contentType: string;
      /** Bytes that may be sent at most; an upload that was signed for an exact size names that. */
      readonly sizeMax: number;
      /** Seconds since the epoch. */
      readonly expiresAt: number;
    };

/** Both inclusive, as in a Range header. */
export type ByteRange = { readonly start: number; readonly end: number };

export type SignedObjects = {
  /**
   * The grant of a request with this method and this target, path and query exactly as received. HEAD counts as GET.
   * Undefined when the signature is wrong or expired: callers answer both alike. `nowMs`: wall time.
   */
  verifySignature(method: string, target: string, nowMs: number): SignedGrant | undefined;

  /**
   * The bytes of an object, in chunks; a range bounds them. Rejects at the first chunk, before any byte. Faults:
   * `not_found` for an unknown key; `corrupt` where the stored content does not match the key; `unavailable` where too
   * many readers wait; `cancelled` when the signal aborts before that chunk. From then on the reader ends the reading.
   */
  stream(key: string, range?: ByteRange, signal?: AbortSignal): AsyncIterable<Uint8Array>;

  /**
   * Takes an upload, once: durable before it answers. Faults: `conflict` (the key has been used), `too_large` (more
   * than the grant allows), `unavailable`. A fault or a broken body promises the client nothing. The first two faults,
   * and a broken body, leave nothing behind.
   */
  receive(grant: SignedGrant & { readonly method: 'PUT' }, body: AsyncIterable<Uint8Array>): Promise<ObjectInfo>;
};
