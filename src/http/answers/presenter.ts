/**
 * Bodies of the application as bytes for a client. Only here the key of a stored object becomes a URL that works for a
 * while without a token. So nothing that is stored, logged or cached elsewhere carries a signature.
 */
import type { Body, StoredAnswer } from '../../application/calls/result.ts';
import { assert } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { ObjectStore, SignedUrl } from '../../ports/object-store.ts';

export type Presented = {
  readonly text: string;
  /** When the first of the signed URLs inside expires; null when there are none. */
  readonly expiresAt: string | null;
};

export type Presenter = {
  /** An object with a member `$asset` (an object-store key) loses it, and gains `url` and `expiresAt`. */
  readonly body: (body: Body, workspaceId: string) => Presented;
  /** The same for an answer that a key gives again: the objects at `signed` gain `url` and `expiresAt`. */
  readonly stored: (answer: Pick<StoredAnswer, 'body' | 'signed'>, workspaceId: string) => string;
};

type Members = Record<string, unknown>;

export const createPresenter = (objectStore: Pick<ObjectStore, 'signGet'>): Presenter => {
  /** A key of another tenant in an answer is a bug of ours. Then no client may see the object. */
  const sign = (key: string, workspaceId: string): SignedUrl => {
    assert(key.startsWith(`${workspaceId}/`), 'an answer shows objects of its own workspace only');
    return objectStore.signGet(key, limits.signedUrlTtlSeconds);
  };

  const body = (value: Body, workspaceId: string): Presented => {
    let expiresAt: string | null = null;
    const text = JSON.stringify(value, (_, part: unknown) => {
      if (typeof part !== 'object' || part === null || !('$asset' in part)) return part;
      const { $asset, ...rest } = part as Members;
      assert(typeof $asset === 'string', 'an asset is named by its key');
      const signed = sign($asset, workspaceId);
      if (expiresAt === null || signed.expiresAt < expiresAt) ({ expiresAt } = signed);
      return withUrl(rest, signed);
    });
    return { text, expiresAt };
  };

  const stored = ({ body: text, signed }: Pick<StoredAnswer, 'body' | 'signed'>, workspaceId: string): string => {
    if (signed.length === 0) return text;
    const value: unknown = JSON.parse(text);
    for (const { pointer, key } of signed) {
      const target = at(value, pointer);
      Object.assign(target, withUrl(target, sign(key, workspaceId)));
    }
    return JSON.stringify(value);
  };

  return Object.freeze({ body, stored });
};

/** An object around an `asset` shows where it is, and leaves the expiry to it. */
const withUrl = (object: Members, { url, expiresAt }: SignedUrl): Members =>
  'asset' in object ? { ...object, url } : { ...object, url, expiresAt };

const at = (value: unknown, pointer: string): Members => {
  let found = value;
  for (const part of pointer.split('/').slice(1)) {
    found = (found as Members)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  assert(typeof found === 'object' && found !== null, `an answer has an object at ${pointer}`);
  return found as Members;
};
