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

export const samples: readonly (readonly [Uint8Array, 'application/json' | 'image/png'])[] = [
  [Buffer.from('{"text":"Grüße 🎬"}'), JSON_TYPE],
  [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 13, 10]), 'image/png'],
  [Buffer.alloc(0), 'image/png'],
  [Buffer.alloc(3_000_001, 'z'), 'image/png'],
];

/** The same bytes, from the beginning each time that they are asked for. */
export const pieces = (bytes: Uint8Array) => ({
  size: bytes.byteLength,
  open: async function* open() {
    for (let at = 0; at < bytes.byteLength; at += 100_000) yield Promise.resolve(bytes.subarray(at, at + 100_000));
  },
});

/** No other check has used it, on whatever store. */
export const newWorkspace = (): string => `ws_${randomBytes(10).toString('hex')}`;

export const keyOf = (workspace: string, bytes: Uint8Array, type: 'application/json' | 'image/png'): string =>
  type === JSON_TYPE ? `${workspace}/artifacts/${sha256(bytes)}` : `${workspace}/assets/${sha256(bytes)}.png`;
