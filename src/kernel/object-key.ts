/** Keys of objects, e.g. `ws_1/artifacts/<sha256>` and `ws_1/assets/<sha256>.png`. */
import { contentTypeOf } from './content-types.ts';
import { assert } from './faults.ts';
import { limits } from './limits.ts';

/**
 * Three to five segments of lower-case letters, digits, `_` and `-`, and an extension at the end only. No segment
 * begins with a dot, so no key climbs out of its folder or meets a draft. Without upper case, no two keys are one file
 * on a disk that ignores case.
 */
const KEY = /^[a-z0-9_-]+(?:\/[a-z0-9_-]+){2,4}(?:\.[a-z0-9]{1,5})?$/;
const HASH_NAME = /\/([0-9a-f]{64})(?:\.[a-z0-9]+)?$/;

export const isObjectKey = (key: string): boolean =>
  key.length <= limits.objectKeyCharsMax && KEY.test(key) && contentTypeOf(key) !== undefined;

/** For keys of our own making, and the types that they are made with: anything else is a bug. */
export const requireObjectKey = (key: string, contentType?: string): void => {
  assert(isObjectKey(key), `not an object key: ${JSON.stringify(key).slice(0, limits.objectKeyCharsMax)}`);
  const named = contentTypeOf(key);
  assert(contentType === undefined || contentType === named, `the key ${key} is of ${named}, not ${contentType}`);
};

/** The content type of a key that `isObjectKey` holds for. */
export const typeOfKey = (key: string): string => {
  const type = contentTypeOf(key);
  assert(type !== undefined, `not an object key: ${key}`);
  return type;
};

/** The sha256 that a key names, for keys that do. */
export const hashInKey = (key: string): string | undefined => HASH_NAME.exec(key)?.[1];
