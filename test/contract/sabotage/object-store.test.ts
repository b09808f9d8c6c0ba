/** The checks of the object store can fail: each line is wrong in one way, and names the check that sees it. */
import test from 'ava';
import { Fault } from '../../../src/kernel/faults.ts';
import type { ObjectStore } from '../../../src/ports/object-store.ts';
import { sabotage } from '../check.ts';
import type { ObjectSubject } from '../checks/object-store-support.ts';
import { objectStoreChecks } from '../object-store.contract.ts';
import { openObjectSubject } from '../object-store-fs/subject.ts';

type Doctor = (subject: ObjectSubject) => ObjectSubject;

const withStore =
  (doctored: (store: ObjectStore) => Partial<ObjectStore>): Doctor =>
  (subject) => ({
    ...subject,
    store: { ...subject.store, ...doctored(subject.store) },
    another: async () => {
      const store = await subject.another();
      return { ...store, ...doctored(store) };
    },
  });

const inOneWorkspace = (key: string): string => key.replace(/^[^/]+/, 'ws_shared');
const keyIn = (url: string): string => url.replace(/^\/api\/v1\/objects\//, '').replace(/\?.*$/, '');

sabotage(test, objectStoreChecks, openObjectSubject, [
  {
    check: 'what was put is there: bytes, size and type',
    by: 'a store that keeps what it was given in memory only',
    doctor: withStore(() => {
      const kept = new Map<string, Uint8Array>();
      return {
        put: async (key, content, contentType) => {
          if (content instanceof Uint8Array) kept.set(key, content);
          return { key, size: content instanceof Uint8Array ? content.byteLength : content.size, contentType };
        },
        get: async (key) => kept.get(key) ?? new Uint8Array(),
      };
    }),
  },
  {
    check: 'what was put is there: bytes, size and type',
    by: 'a store that knows one type',
    doctor: withStore((store) => ({
      head: async (key) => {
        const info = await store.head(key);
        return info && { ...info, contentType: 'image/png' };
      },
    })),
  },
  {
    check: 'content that is read piece by piece is stored as it is, and once',
    by: 'a store that keeps the first piece',
    doctor: withStore((store) => ({
      put: async (key, content, contentType) => {
        if (content instanceof Uint8Array) return store.put(key, content, contentType);
        const [first = new Uint8Array()] = await Array.fromAsync(content.open());
        return first.byteLength === content.size
          ? store.put(key, first, contentType)
          : { key, size: content.size, contentType };
      },
    })),
  },
  {
    check: 'content that does not match its key is not stored',
    by: 'a store that believes what it is told',
    doctor: withStore((store) => {
      const believed = new Set<string>();
      return {
        put: async (key, content, contentType) => {
          believed.add(key);
          return store.put(key, content, contentType);
        },
        head: async (key) => (believed.has(key) ? { key, size: 1, contentType: 'image/png' } : store.head(key)),
      };
    }),
  },
  {
    check: 'a put of a key that is there succeeds, and changes nothing',
    by: 'a store that takes each key once',
    doctor: withStore((store) => ({
      put: async (key, bytes, contentType) => {
        if ((await store.head(key)) !== undefined) throw new Fault('conflict', 'taken');
        return store.put(key, bytes, contentType);
      },
    })),
  },
  {
    check: 'what is there is whole, and what is not is missing',
    by: 'a store that looks at nothing',
    doctor: withStore(() => ({ inspect: async () => Promise.resolve('whole') })),
  },
  {
    check: 'an object is read in chunks, from its beginning each time',
    by: 'a store that reads on where the last reader was',
    doctor: withStore((store) => {
      const read = new Map<string, AsyncIterator<Uint8Array>>();
      const goOn = async function* goOn(key: string) {
        const chunks = read.get(key) ?? store.read(key)[Symbol.asyncIterator]();
        read.set(key, chunks);
        for (let step = await chunks.next(); step.done !== true; step = await chunks.next()) yield step.value;
      };
      return { read: goOn };
    }),
  },
  {
    check: 'nothing is read for a reader that has gone',
    by: 'a store that never hears of its readers',
    doctor: withStore((store) => ({ read: (key) => store.read(key) })),
  },
  {
    check: 'an unknown key is not found, whatever it looks like',
    by: 'a store in which everything is',
    doctor: withStore((store) => ({ get: async (key) => store.get(key).catch(() => new Uint8Array()) })),
  },
  {
    check: 'workspaces do not meet, even over equal content',
    by: 'a store that shares equal content',
    doctor: withStore((store) => ({
      put: async (key, bytes, contentType) => store.put(inOneWorkspace(key), bytes, contentType),
      head: async (key) => store.head(inOneWorkspace(key)),
      get: async (key) => store.get(inOneWorkspace(key)),
    })),
  },
  {
    check: 'many puts of one key at once, from two processes, all succeed',
    by: 'a store that locks a key while it is written',
    doctor: withStore((store) => {
      const locked = new Set<string>();
      return {
        put: async (key, bytes, contentType) => {
          if (locked.has(key)) throw new Fault('unavailable', 'locked');
          locked.add(key);
          return store.put(key, bytes, contentType).finally(() => locked.delete(key));
        },
      };
    }),
  },
  {
    check: 'a reader meets the whole object or none',
    by: 'a store that shows what is half written',
    doctor: withStore((store) => {
      let looks = 0;
      return {
        head: async (key) => {
          looks += 1;
          return looks === 1 ? { key, size: 1_000, contentType: 'image/png' } : store.head(key);
        },
      };
    }),
  },
  {
    check: 'what is removed is gone, for every process and every URL, and may be put again',
    by: 'a store that hides what it should remove',
    doctor: withStore((store) => {
      const hidden = new Set<string>();
      return {
        remove: async (key) => void hidden.add(key),
        head: async (key) => (hidden.has(key) ? undefined : store.head(key)),
      };
    }),
  },
  {
    check: 'what is removed is gone, for every process and every URL, and may be put again',
    by: 'a store that never takes a removed key again',
    doctor: (subject) => {
      const removed = new Set<string>();
      return withStore((store) => ({
        remove: async (key) => {
          removed.add(key);
          await store.remove(key);
        },
        put: async (key, content, contentType) => {
          if (removed.has(key)) throw new Fault('conflict', 'removed');
          return store.put(key, content, contentType);
        },
      }))(subject);
    },
  },
  {
    check: 'a removal may be repeated, and a key without an object is removed already',
    by: 'a store that misses what it removes',
    doctor: withStore((store) => ({
      remove: async (key) => {
        if ((await store.head(key)) === undefined) throw new Fault('not_found', 'no object');
        await store.remove(key);
      },
    })),
  },
  {
    check: 'a signed URL gives the object to anyone',
    by: 'a URL that forgets the type',
    doctor: (subject) => ({
      ...subject,
      download: async (url) => ({ ...(await subject.download(url)), contentType: 'application/octet-stream' }),
    }),
  },
  {
    check: 'a signed URL lives as long as was asked, rounded up to a window, and is the same within it',
    by: 'an expiry that is exact',
    doctor: (subject) => ({
      ...subject,
      store: {
        ...subject.store,
        signGet: (key, ttl) => {
          const expiresAt = new Date(subject.now() + ttl * 1_000).toISOString();
          return { url: `${subject.store.signGet(key, ttl).url}&until=${expiresAt}`, expiresAt };
        },
      },
    }),
  },
  {
    check: 'a signed URL lives as long as was asked, rounded up to a window, and is the same within it',
    by: 'an expiry that is rounded down',
    doctor: withStore((store) => ({ signGet: (key, ttl) => store.signGet(key, ttl - 300) })),
  },
  {
    check: 'a signed URL ends, and holds for nothing but what was signed',
    by: 'a route that looks at the key only',
    doctor: (subject) => ({
      ...subject,
      download: async (url) => ({ status: 200, bytes: await subject.store.get(keyIn(url)) }),
    }),
  },
  {
    check: 'an upload is taken once',
    by: 'a route that takes every upload',
    doctor: (subject) => ({
      ...subject,
      upload: async (signed, bytes, type) => Math.min(await subject.upload(signed, bytes, type), 201),
    }),
  },
  {
    check: 'an upload that is too large, of another type or too late is refused',
    by: 'a store that signs no size',
    doctor: withStore((store) => ({
      signPut: (key, rules, ttl) => store.signPut(key, { ...rules, sizeMax: 1_000 }, ttl),
    })),
  },
  {
    check: 'an upload that is too large, of another type or too late is refused',
    by: 'a store that signs for a day',
    doctor: withStore((store) => ({ signPut: (key, rules) => store.signPut(key, rules, 86_400) })),
  },
  {
    check: 'close may be called twice',
    by: 'a store that minds',
    doctor: withStore(() => {
      let closed = false;
      return {
        close: async () => {
          if (closed) throw new Error('closed');
          closed = true;
        },
      };
    }),
  },
]);
