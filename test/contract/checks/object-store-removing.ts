/** Checks of the object store: a removed object is gone. */
import type { Checks } from '../check.ts';
import { collect, rejectsWith } from '../samples.ts';
import { JSON_TYPE, newObject, newWorkspace, type ObjectSubject } from './object-store-support.ts';

export const removing: Checks<ObjectSubject> = {
  'what is removed is gone, for every process and every URL, and may be put again': async (
    t,
    { store, another, download },
  ) => {
    const workspace = newWorkspace();
    const other = await another();
    const { key: kept, bytes } = newObject('{"kept":true}', JSON_TYPE, workspace);
    const { key: gone } = newObject(bytes, 'image/png', workspace);
    await store.put(kept, bytes, JSON_TYPE);
    for (let n = 0; n < 2; n += 1) {
      await store.put(gone, bytes, 'image/png');
      const { url } = store.signGet(gone, 60);
      await other.remove(gone);
      for (const one of [store, other]) {
        t.is(await one.head(gone), undefined);
        t.is(await one.inspect(gone), 'missing');
        await rejectsWith(t, one.get(gone), 'not_found');
        await rejectsWith(t, collect(one.read(gone)), 'not_found');
      }
      t.is((await download(url)).status, 404);
      t.is(Buffer.compare(await store.get(kept), bytes), 0);
    }
  },
  'a removal may be repeated, and a key without an object is removed already': async (t, { store, another }) => {
    const workspace = newWorkspace();
    const { key, bytes } = newObject('{"n":1}', JSON_TYPE, workspace);
    await store.put(key, bytes, JSON_TYPE);
    const other = await another();
    await Promise.all([store.remove(key), other.remove(key), store.remove(key)]);
    for (const one of [key, `${workspace}/assets/00.png`, '', '..', '../../etc/passwd', `${workspace}/artifacts`]) {
      await t.notThrowsAsync(store.remove(one), one);
    }
  },
};
