/** A sabotage: an object store that says of some content that it is stored, and keeps none of it. */
import type { ObjectStore } from '../../src/ports/object-store.ts';

type Put = Pick<ObjectStore, 'put'>;

/** `word`: of the content that is lost. */
export const createDeafObjects = <S extends Put>(objects: S, word: string): S => ({
  ...objects,
  put: async (...[key, content, contentType]: Parameters<Put['put']>) => {
    const bytes = content instanceof Uint8Array ? content : Buffer.concat(await Array.fromAsync(content.open()));
    if (!Buffer.from(bytes).includes(word)) return objects.put(key, content, contentType);
    return { key, size: bytes.byteLength, contentType };
  },
});
