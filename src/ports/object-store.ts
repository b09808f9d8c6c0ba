/** Bytes by content: artifacts (manifests, scripts) and assets (pictures). */

export type ObjectInfo = { readonly key: string; readonly size: number; readonly contentType: string };

/** Bytes, or the content of a key that names its hash. It is read from its beginning each time that it is asked for. */
export type ObjectContent = Uint8Array | { readonly size: number; readonly open: () => AsyncIterable<Uint8Array> };

export type SignedUrl = {
  readonly url: string;
  readonly expiresAt: string;
  /** Headers that the request must carry verbatim, beside the length and the content type of an upload. */
  readonly headers?: Readonly<Record<string, string>>;
};

export type ObjectStore = {
  /**
   * Durable before it answers. Keys are content-addressed under a workspace prefix. So a put of a key that exists is a
   * success without a write. Faults: `unavailable`, `too_large`; `corrupt` where the content read does not match the
   * key, and then nothing is stored.
   */
  put(key: string, content: ObjectContent, contentType: string): Promise<ObjectInfo>;

  /** Faults: `not_found` for an unknown key, `corrupt` where it names another content than is there. */
  get(key: string): Promise<Uint8Array>;

  /**
   * The same in chunks, from the beginning at each call. Faults come at a chunk; `cancelled` when the signal aborts
   * before the first. A full read is the content that the key names.
   */
  read(key: string, signal?: AbortSignal): AsyncIterable<Uint8Array>;

  head(key: string): Promise<ObjectInfo | undefined>;

  /**
   * Whether the bytes under a content key still have its hash. Reads all of them, in chunks of bounded size. Fault
   * `unavailable`.
   */
  inspect(key: string): Promise<'whole' | 'changed' | 'missing'>;

  /**
   * The object and its bytes are gone from the store, durably, before it answers. Without the object: the same. Only
   * for a key that no other work shares, such as a secret or an upload. Fault `unavailable`: it may be there still.
   */
  remove(key: string): Promise<void>;

  /**
   * A URL that works for GET without a token until it expires. `ttlSeconds` is a floor: the expiry is rounded up to a
   * whole window. So a key keeps its URL for a while, and answers can be cached.
   */
  signGet(key: string, ttlSeconds: number): SignedUrl;

  /**
   * A URL for one PUT of this type without a token, until it expires. Every store takes `sizeMax` bytes. A store that
   * cannot bind a maximum takes exactly so many; sign for the size that the client has named. `anySize`: such a store
   * binds no size then, for a client that named none, and a look at what came decides.
   */
  signPut(
    key: string,
    rules: { readonly contentType: string; readonly sizeMax: number; readonly anySize?: boolean },
    ttlSeconds: number,
  ): SignedUrl;

  close(): Promise<void>;
};
