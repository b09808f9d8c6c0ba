/** The checks of the object store can fail: each subject is wrong in one way, which its check sees. */
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

sabotage(test, objectStoreChecks, openObjectSubject, {
  'what was put is there: bytes, size and type': {
    'a store that keeps what it was given in memory only': withStore(() => {
      const kept = new Map<string, Uint8Array>();
      return {
        put: async (key, content, contentType) => {
          if (content instanceof Uint8Array) kept.set(key, content);
          return { key, size: content instanceof Uint8Array ? content.byteLength : content.size, contentType };
        },
        get: async (key) => kept.get(key) ?? new Uint8Array(),
      };
    }),
    'a store that knows one type': withStore((store) => ({
      head: async (key) => {
        const info = await store.head(key);
        return info && { ...info, contentType: 'image/png' };
      },
    })),
  },
  'content that is read piece by piece is stored as it is, and once': {
    'a store that keeps the first piece': withStore((store) => ({
      put: async (key, content, contentType) => {
        if (content instanceof Uint8Array) return store.put(key, content, contentType);
        const [first = new Uint8Array()] = await Array.fromAsync(content.open());
        return first.byteLength === content.size
          ? store.put(key, first, contentType)
          : { key, size: content.size, contentType };
      },
    })),
  },
  'content that does not match its key is not stored': {
    'a store that believes what it is told': withStore((store) => {
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
  'a put of a key that is there succeeds, and changes nothing': {
    'a store that takes each key once': withStore((store) => ({
      put: async (key, bytes, contentType) => {
        if ((await store.head(key)) !== undefined) throw new Fault('conflict', 'taken');
        return store.put(key, bytes, contentType);
      },
    })),
  },
  'what is there is whole, and what is not is missing': {
    'a store that looks at nothing': withStore(() => ({ inspect: async () => Promise.resolve('whole') })),
  },
  'an object is read in chunks, from its beginning each time': {
    'a store that reads on where the last reader was': withStore((store) => {
      const read = new Map<string, AsyncIterator<Uint8Array>>();
      const goOn = async function* goOn(key: string) {
        const chunks = read.get(key) ?? store.read(key)[Symbol.asyncIterator]();
        read.set(key, chunks);
        for (let step = await chunks.next(); step.done !== true; step = await chunks.next()) yield step.value;
      };
      return { read: goOn };
    }),
  },
  'nothing is read for a reader that has gone': {
    'a store that never hears of its readers': withStore((store) => ({ read: (key) => store.read(key) })),
  },
  'an unknown key is not found, whatever it looks like': {
    'a store in which everything is': withStore((store) => ({
      get: async (key) => store.get(key).catch(() => new Uint8Array()),
    })),
  },
  'workspaces do not meet, even over equal content': {
    'a store that shares equal content': withStore((store) => ({
      put: async (key, bytes, contentType) => store.put(inOneWorkspace(key), bytes, contentType),
      head: async (key) => store.head(inOneWorkspace(key)),
      get: async (key) => store.get(inOneWorkspace(key)),
    })),
  },
  'many puts of one key at once, from two processes, all succeed': {
    'a store that locks a key while it is written': withStore((store) => {
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
  'a reader meets the whole object or none': {
    'a store that shows what is half written': withStore((store) => {
      let looks = 0;
      return {
        head: async (key) => {
          looks += 1;
          return looks === 1 ? { key, size: 1_000, contentType: 'image/png' } : store.head(key);
        },
      };
    }),
  },
  'what is removed is gone, for every process and every URL, and may be put again': {
    'a store that hides what it should remove': withStore((store) => {
      const hidden = new Set<string>();
      return {
        remove: async (key) => void hidden.add(key),
        head: async (key) => (hidden.has(key) ? undefined : store.head(key)),
      };
    }),
    'a store that never takes a removed key again': (subject) => {
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
  'a removal may be repeated, and a key without an object is removed already': {
    'a store that misses what it removes': withStore((store) => ({
      remove: async (key) => {
        if ((await store.head(key)) === undefined) throw new Fault('not_found', 'no object');
        await store.remove(key);
      },
    })),
  },
  'a signed URL gives the object to anyone': {
    'a URL that forgets the type': (subject) => ({
      ...subject,
      download: async (url) => ({ ...(await subject.download(url)), contentType: 'application/octet-stream' }),
    }),
  },
  'a signed URL lives as long as was asked, rounded up to a window, and is the same within it': {
    'an expiry that is exact': (subject) => ({
      ...subject,
      store: {
        ...subject.store,
        signGet: (key, ttl) => {
          const expiresAt = new Date(subject.now() + ttl * 1_000).toISOString();
          return { url: `${subject.store.signGet(key, ttl).url}&until=${expiresAt}`, expiresAt };
        },
      },
    }),
    'an expiry that is rounded down': withStore((store) => ({ signGet: (key, ttl) => store.signGet(key, ttl - 300) })),
  },
  'a signed URL ends, and holds for nothing but what was signed': {
    'a route that looks at the key only': (subject) => ({
      ...subject,
      download: async (url) => ({ status: 200, bytes: await subject.store.get(keyIn(url)) }),
    }),
  },
  'an upload is taken once': {
    'a route that takes every upload': (subject) => ({
      ...subject,
      upload: async (signed, bytes, type) => Math.min(await subject.upload(signed, bytes, type), 201),
    }),
  },
  'an upload that is too large, of another type or too late is refused': {
    'a store that signs no size': withStore((store) => ({
      signPut: (key, rules, ttl) => store.signPut(key, { ...rules, sizeMax: 1_000 }, ttl),
    })),
    'a store that signs for a day': withStore((store) => ({
      signPut: (key, rules) => store.signPut(key, rules, 86_400),
    })),
  },
  'close may be called twice': {
    'a store that minds': withStore(() => {
      let closed = false;
      return {
        close: async () => {
          if (closed) throw new Error('closed');
          closed = true;
        },
      };
    }),
  },
});
