/** The shared part of the checks of object stores. */
import { randomBytes } from 'node:crypto';
import { sha256 } from '../../../src/kernel/canonical-json.ts';
import type { ObjectStore, SignedUrl } from '../../../src/ports/object-store.ts';

export type ObjectSubject = {
  readonly store: ObjectStore;
  /** A second one on the same data, as another process would open it. */
  readonly another: () => Promise<ObjectStore>;
  /** Follows a signed URL with GET: the answer's status, content type and body. */
  readonly download: (url: string) => Promise<Download>;
  /** Follows a signed URL with PUT, and the headers that came with it; gives the status. */
  readonly upload: (signed: SignedUrl, bytes: Uint8Array, contentType: string) => Promise<number>;
  /** Wall time of the store, and a way to move it; undefined for a store whose clock we cannot move. */
  readonly now: () => number;
  readonly advance: ((ms: number) => Promise<void>) | undefined;
  readonly close: () => Promise<void>;
};

export type Download = { readonly status: number; readonly contentType?: string; readonly bytes?: Uint8Array };

export const JSON_TYPE = 'application/json';

type ObjectType = typeof JSON_TYPE | 'image/png';

/** The same bytes, from the beginning each time that they are asked for. */
export const pieces = (bytes: Uint8Array) => ({
  size: bytes.byteLength,
  open: async function* open() {
    for (let at = 0; at < bytes.byteLength; at += 100_000) yield Promise.resolve(bytes.subarray(at, at + 100_000));
  },
});

/** No other check has used it, on whatever store. */
export const newWorkspace = (): string => `ws_${randomBytes(10).toString('hex')}`;

/** Content, the key that it belongs under, and the store's words about it once it is there. */
export const newObject = (content: string | Uint8Array, type: ObjectType = JSON_TYPE, workspace = newWorkspace()) => {
  const bytes = Buffer.from(content);
  const hash = sha256(bytes);
  const key = type === JSON_TYPE ? `${workspace}/artifacts/${hash}` : `${workspace}/assets/${hash}.png`;
  return { key, bytes, type, info: { key, size: bytes.byteLength, contentType: type } };
};

/** Text, bytes of every kind, nothing, and more than one piece. */
export const newSamples = () => [
  newObject('{"text":"Grüße 🎬"}'),
  newObject(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 13, 10]), 'image/png'),
  newObject('', 'image/png'),
  newObject('z'.repeat(3_000_001), 'image/png'),
];
