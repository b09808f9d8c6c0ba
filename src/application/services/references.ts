/**
 * Pictures at addresses of other hosts: fetched by the guarded way out, checked by their bytes, and stored under their
 * hash as pictures of the workspace. Free, and the same bytes have the same key.
 */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { sha256 } from '../../kernel/canonical-json.ts';
import { limits } from '../../kernel/limits.ts';
import { gathered } from '../../kernel/streamed-content.ts';
import type { Clock } from '../../ports/basics.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Outbound, OutboundAnswer, OutboundRefusal } from '../../ports/outbound.ts';
import type { PictureCheck } from '../../ports/picture-check.ts';
import type { OwnObject } from './own-object.ts';
import { assetKeyOf } from './stored-asset.ts';
import type { Uploads } from './uploads.ts';

/**
 * Why there is no picture, as a client is told. `not_fetched` is the same for an address that is not allowed, private,
 * closed or silent: no client learns from it about hosts that it cannot reach itself.
 */
export type ReferenceTrouble =
  | 'not_fetched'
  | 'not_given'
  | 'not_uploaded'
  | 'too_large'
  | 'not_a_picture'
  | 'too_many';

export type FetchedReference =
  | { readonly assetKey: string }
  | { readonly assetKey: null; readonly trouble: ReferenceTrouble };

export type References = {
  /**
   * By address. A picture that was fetched in the last minute is not fetched again. Faults are those of the object
   * store and of the picture check.
   */
  obtain(workspaceId: string, urls: readonly string[]): Promise<ReadonlyMap<string, FetchedReference>>;
  /** The key of a picture of the workspace itself. Null: an upload that has not come, or is none. */
  keyOf(own: OwnObject): Promise<string | null>;
};

export type ReferenceDeps = {
  readonly outbound: Outbound;
  readonly pictures: PictureCheck;
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly uploads: Pick<Uploads, 'keyOf'>;
};

const BOUNDS = { bytesMax: limits.imageBytesMax, totalMs: limits.referenceFetchMs };
const ACCEPT = 'image/png, image/jpeg, image/webp';

export const createReferences = ({ outbound, pictures, objects, clock, uploads }: ReferenceDeps): References => {
  const known = createBoundedMap<string, { readonly assetKey: string; readonly at: number }>(limits.referencesKnownMax);

  const keep = async (workspaceId: string, answer: OutboundAnswer): Promise<FetchedReference> => {
    if (answer.status !== 200) return without('not_given');
    const { bytes, hash } = await gathered(answer.body);
    const picture = await pictures.check(bytes);
    if (picture === null) return without('not_a_picture');
    const assetKey = assetKeyOf(workspaceId, hash, picture.contentType);
    await objects.put(assetKey, bytes, picture.contentType);
    return { assetKey };
  };

  const fetchOne = async (workspaceId: string, url: string): Promise<FetchedReference> => {
    const id = `${workspaceId} ${sha256(url)}`;
    const before = known.get(id);
    if (before !== undefined && clock.monotonic() - before.at < limits.referenceAgeMaxMs) {
      return { assetKey: before.assetKey };
    }
    const headers = { Accept: ACCEPT };
    const call = { workspaceId, url, method: 'GET', headers, ...BOUNDS } as const;
    // Checked and stored within the call: its place bounds the bytes that are held.
    const outcome = await outbound.call(call, async (answer) => keep(workspaceId, answer));
    if (outcome.kind === 'refused') return without(troubleOf(outcome.why));
    const { value } = outcome;
    if (value.assetKey !== null) known.set(id, { assetKey: value.assetKey, at: clock.monotonic() });
    return value;
  };

  return Object.freeze({
    keyOf: uploads.keyOf,
    obtain: async (workspaceId: string, urls: readonly string[]) => {
      const distinct = [...new Set(urls)];
      const areTooMany = distinct.length > limits.referencesFetchedMax;
      const fetched = distinct.map(async (url) => (areTooMany ? without('too_many') : fetchOne(workspaceId, url)));
      return new Map((await Promise.all(fetched)).map((found, index) => [distinct[index] ?? '', found]));
    },
  });
};

const without = (trouble: ReferenceTrouble): FetchedReference => ({ assetKey: null, trouble });

const troubleOf = (why: OutboundRefusal): ReferenceTrouble =>
  why === 'answer_too_large' ? 'too_large' : 'not_fetched';
