/** Which uploads have a place, and which of them are cut: by bytes, time, user and workspace. */
import { PassThrough } from 'node:stream';
import test from 'ava';
import { createUploadPlaces, type Uploader } from '../../../../src/http/transport/upload-places.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

const SECOND = 1_000;

const givenPlaces = () => {
  const { clock, advance } = createFakeClock();
  const places = createUploadPlaces(clock);
  const cut: string[] = [];
  /** Undefined: there was no place. */
  const begin = async (name: string, { workspaceId = `ws_${name}`, userKey = name }: Partial<Uploader> = {}) => {
    const place = places.enter({ workspaceId, userKey }, () => cut.push(name));
    if (place === undefined) return undefined;
    const body = new PassThrough();
    // A store that takes a chunk only when a test lets it.
    const chunks = place.counted(body)[Symbol.asyncIterator]();
    let asked = chunks.next();
    await advance(0);
    const take = async (): Promise<void> => {
      await asked;
      asked = chunks.next();
      await advance(0);
    };
    const send = (bytes: number): boolean => body.write(Buffer.alloc(bytes));
    return { ...place, take, send, taken: async () => asked };
  };
  const crowd = async (count: number, prefix = 'user') =>
    Promise.all(Array.from({ length: count }, async (_, index) => begin(`${prefix}${index}`)));
  return { begin, crowd, cut, advance };
};

test('a user has so many places in all its workspaces, and a workspace for all its users', async (t) => {
  const { begin } = givenPlaces();
  for (let n = 0; n < limits.uploadsAtOncePerUserMax; n += 1)
    t.truthy(await begin(`mallory${n}`, { userKey: 'mallory' }));
  t.is(await begin('mallory', { userKey: 'mallory' }), undefined);
  for (let n = 0; n < limits.uploadsAtOncePerWorkspaceMax; n += 1) t.truthy(await begin(`${n}`, { workspaceId: 'ws' }));
  t.is(await begin('other', { workspaceId: 'ws' }), undefined);
  const ann = await begin('ann');
  ann?.leave();
  t.truthy(await begin('ann'));
});

test('an upload is cut when it is further behind than the first allowance, whatever its size', async (t) => {
  const { begin, cut, advance } = givenPlaces();
  const [silent, slow, fair] = [await begin('silent'), await begin('slow'), await begin('fair')];
  for (let second = 1; second <= 90; second += 1) {
    slow?.send(limits.uploadBytesPerSecondMin / 2);
    fair?.send(limits.uploadBytesPerSecondMin);
    await slow?.take();
    await fair?.take();
    await advance(SECOND);
    for (const one of [silent, slow, fair]) one?.look();
    if (second === 30) t.deepEqual(cut, []);
    if (second === 31) t.deepEqual(cut, ['silent']);
    if (second === 60) t.deepEqual(cut, ['silent']);
  }
  t.deepEqual(cut, ['silent', 'slow']);
});

test('time in which the store takes nothing is not the time of the client', async (t) => {
  const { begin, cut, advance } = givenPlaces();
  const upload = await begin('ann');
  upload?.send(1);
  await upload?.taken();
  await advance(10 * limits.uploadAllowanceMs);
  upload?.look();
  t.deepEqual(cut, []);
});

test('while all places are taken, the furthest behind of the user with the most gives way to a newcomer', async (t) => {
  const { begin, crowd, cut, advance } = givenPlaces();
  await begin('first');
  await advance(limits.uploadYieldMs);
  for (const name of ['twice0', 'twice1']) await begin(name, { userKey: 'twice' });
  await crowd(limits.uploadsAtOnceMax - 3);
  t.truthy(await begin('ann'));
  t.deepEqual(cut, ['first']);
  t.is(await begin('bob'), undefined, 'no other one is behind');
  await advance(limits.uploadYieldMs);
  t.truthy(await begin('bob'));
  t.deepEqual(cut, ['first', 'twice0']);
});

test('an upload that comes as fast as it must, or is being looked at, never gives way', async (t) => {
  const { begin, crowd, cut, advance } = givenPlaces();
  const uploads = await crowd(limits.uploadsAtOnceMax);
  for (const [index, upload] of uploads.entries())
    upload?.send(index % 2 === 0 ? 100 * limits.uploadBytesPerSecondMin : 1);
  for (const [index, upload] of uploads.entries()) await (index % 2 === 0 ? upload?.take() : upload?.taken());
  await advance(60 * SECOND);
  t.is(await begin('ann'), undefined);
  t.deepEqual(cut, []);
});
