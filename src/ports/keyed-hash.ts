/** The HMAC-SHA256 of parts, one after another, under a key. No fault. */
export type KeyedHash = (key: Uint8Array, parts: readonly (string | Uint8Array)[]) => Buffer;
