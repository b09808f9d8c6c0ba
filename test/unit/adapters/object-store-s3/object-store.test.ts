/** Answers that an S3 server should not give, or gives on bad days. */
import { inspect } from 'node:util';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import test from 'ava';
import { createClient } from '../../../../src/adapters/object-store-s3/client.ts';
import { openS3ObjectStore } from '../../../../src/adapters/object-store-s3/open-object-store.ts';
import { createClock } from '../../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { sha256 } from '../../../../src/kernel/canonical-json.ts';
import { BrokenInvariant, type Fault, type FaultCode } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { collect } from '../../../contract/samples.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { type Handler, refusal, reset, settings, status, stub, type Stub, tagged } from './stub.ts';

const BYTES = Buffer.from('{"n":1}');
const KEY = `ws_1/artifacts/${sha256(BYTES)}`;
const PNG = 'image/png';

const page = '<html>Welcome to our network</html>';
const html: Handler = status(200, { 'content-type': 'text/html', 'content-length': String(page.length) }, page);

/** Ways to answer nothing, or byte by byte: the socket is never at rest. */
const silent: Handler = () => undefined;
const DRIPPING_BYTES = 100_000;
const dripping: Handler = (_request, response) => {
  response.writeHead(200, { etag: '"1"', 'content-length': String(DRIPPING_BYTES) });
  const drops = setInterval(() => response.write('n'), 100);
  response.on('close', () => clearInterval(drops));
};
const brokenOff: Handler = (_request, response) => {
  response.writeHead(200, { etag: '"1"', 'content-length': '7' }).write('{"n"', () => response.destroy());
};

const codeOf = async (work: Promise<unknown>): Promise<FaultCode | 'none' | undefined> =>
  work.then(
    () => 'none' as const,
    (error: unknown) => (error as Fault).code,
  );

/** The outcomes of put, get and head. */
const outcomes = async ({ store }: Pick<Stub, 'store'>): Promise<readonly unknown[]> => [
  await codeOf(store.put(KEY, BYTES, 'application/json')),
  await codeOf(store.get(KEY)),
  await codeOf(store.head(KEY)),
];

const allUnavailable = ['unavailable', 'unavailable', 'unavailable'];

test('a server that is down, errs, resets, or is none is unavailable', async (t) => {
  const down = { ...settings, endpoint: 'http://127.0.0.1:9', clock: createClock(), timers: createTimers() };
  t.deepEqual(await outcomes({ store: openS3ObjectStore(down) }), allUnavailable, 'down');
  t.deepEqual(await outcomes(await stub(t, [html])), allUnavailable, 'a page for everything');
  t.deepEqual(await outcomes(await stub(t, [reset])), allUnavailable, 'reset');
  t.deepEqual(await outcomes(await stub(t, [refusal(500, 'InternalError')])), allUnavailable, '500');
  t.deepEqual(await outcomes(await stub(t, [refusal(403, 'AccessDenied')])), allUnavailable, '403');
  t.deepEqual(await outcomes(await stub(t, [refusal(404, 'NoSuchBucket')])), allUnavailable, 'no bucket');
  t.deepEqual(await outcomes(await stub(t, [status(404, {}, page)])), allUnavailable, "somebody else's 404");
  t.deepEqual(await outcomes(await stub(t, [status(200, { etag: '"1"' }, 'chunked')])), [
    'none',
    'unavailable',
    'unavailable',
  ]);
  t.deepEqual(await outcomes(await stub(t, [status(418, {}, '<Error><Code>%&</')])), allUnavailable, 'garbage');
  const { store } = await stub(t, [refusal(404, 'NoSuchBucket')]);
  await t.throwsAsync(store.ping(), { message: 'the object store has no bucket pi-1' });
});

test('a passing fault is retried, so often; a put whose answer was lost was taken', async (t) => {
  const failing = await stub(t, [refusal(500, 'InternalError')]);
  await codeOf(failing.store.get(KEY));
  t.is(failing.asked.length, limits.s3AttemptsMax);
  for (const bad of [refusal(500, 'InternalError'), refusal(503, 'ServiceUnavailable'), reset]) {
    const { store } = await stub(t, [bad, tagged(BYTES.length, BYTES.toString())]);
    t.is(Buffer.compare(await store.get(KEY), BYTES), 0);
  }
  const { store, asked } = await stub(t, [reset, refusal(412, 'PreconditionFailed'), tagged(BYTES.length)]);
  t.like(await store.put(KEY, BYTES, 'application/json'), { size: BYTES.length });
  t.deepEqual(asked, [`PUT /pi-1/${KEY} if-free`, `PUT /pi-1/${KEY} if-free`, `HEAD /pi-1/${KEY}`]);
});

test('a put meets what is there: it stays, unless it is not what the key names', async (t) => {
  const taken = refusal(412, 'PreconditionFailed');
  const upload = 'ws_1/users/u1/r1.png';
  const other = await stub(t, [taken, tagged(9)]);
  t.deepEqual(await other.store.put(upload, BYTES, PNG), { key: upload, size: 9, contentType: PNG });
  t.is(other.asked.length, 2);
  const cut = await stub(t, [taken, tagged(3), tagged(0)]);
  t.like(await cut.store.put(KEY, BYTES, 'application/json'), { size: BYTES.length });
  t.is(cut.asked[2], `PUT /pi-1/${KEY}`);
  const busy = await stub(t, [refusal(409, 'ConditionalRequestConflict'), tagged(0)]);
  t.like(await busy.store.put(KEY, BYTES, 'application/json'), { size: BYTES.length });
  t.is(busy.asked.length, 2);
});

test('a removal is done when the server no longer has the object, and not before', async (t) => {
  const gone = await stub(t, [status(204), refusal(404, 'NoSuchKey'), status(200)]);
  await gone.store.remove(KEY);
  t.deepEqual(gone.asked, [`DELETE /pi-1/${KEY}`, `HEAD /pi-1/${KEY}`, 'HEAD /pi-1/']);
  const there = await stub(t, [status(204), tagged(BYTES.length)]);
  t.is(await codeOf(there.store.remove(KEY)), 'unavailable');
  for (const bad of [html, refusal(404, 'NoSuchBucket'), refusal(403, 'AccessDenied'), reset]) {
    t.is(await codeOf((await stub(t, [bad])).store.remove(KEY)), 'unavailable');
  }
});

const readWhole = async ({ store }: Pick<Stub, 'store'>): Promise<string> =>
  Buffer.concat(await collect(store.read(KEY))).toString();

test('an object that is read in chunks is whole, or fails at a chunk', async (t) => {
  t.is(await readWhole(await stub(t, [tagged(7, BYTES.toString())])), BYTES.toString());
  t.is(await codeOf(readWhole(await stub(t, [refusal(404, 'NoSuchKey')]))), 'not_found');
  t.is(await codeOf(readWhole(await stub(t, [tagged(7, '{"n":2}')]))), 'corrupt');
  t.is(await codeOf(readWhole(await stub(t, [brokenOff]))), 'unavailable');
});

test('a reader that leaves ends the call, before the answer and within it', async (t) => {
  for (const handler of [silent, dripping]) {
    const { store, asked } = await stub(t, [handler]);
    const gone = new AbortController();
    const reading = codeOf(collect(store.read(KEY, gone.signal)));
    await eventually('it is asked', () => asked.length === 1);
    gone.abort();
    t.is(await reading, 'cancelled');
  }
});

test('objects that are missing, too large, cut off or altered are told apart', async (t) => {
  t.is(await codeOf((await stub(t, [refusal(404, 'NoSuchKey')])).store.get(KEY)), 'not_found');
  const large = await stub(t, [refusal(400, 'EntityTooLarge')]);
  t.is(await codeOf(large.store.put(KEY, BYTES, 'application/json')), 'too_large');
  const tooLarge = new Uint8Array(limits.objectBytesMax + 1);
  t.is(await codeOf(large.store.put('ws_1/users/u1/r1.png', tooLarge, PNG)), 'too_large');
  t.is(large.asked.length, 1);
  t.is(await codeOf((await stub(t, [tagged(limits.objectBytesMax + 1)])).store.get(KEY)), 'unavailable');
  t.is(await codeOf((await stub(t, [tagged(7, '{"n":2}')])).store.get(KEY)), 'corrupt');
  t.is(await codeOf((await stub(t, [brokenOff])).store.get(KEY)), 'unavailable');
  await t.throwsAsync(large.store.put(KEY, Buffer.from('other'), 'application/json'), { instanceOf: BrokenInvariant });
});

test('silence is waited for so long and no longer', async (t) => {
  const time = createFakeClock();
  const { store, asked } = await stub(t, [silent], time.timers);
  let code: string | undefined = 'pending';
  const asking = codeOf(store.get(KEY)).then((ended) => (code = ended));
  await eventually('it is asked', () => asked.length === 1);
  await time.advance(limits.s3CallMs - 1);
  t.is(code, 'pending');
  await time.advance(1);
  t.is(await asking, 'unavailable');
});

test('an object that drips is waited for as long as its bytes may take, and no longer', async (t) => {
  const time = createFakeClock();
  const { store } = await stub(t, [dripping], time.timers);
  const drops = store.read(KEY)[Symbol.asyncIterator]();
  t.false((await drops.next()).done);
  let code: string | undefined = 'pending';
  const reading = codeOf(collect({ [Symbol.asyncIterator]: () => drops })).then((ended) => (code = ended));
  await time.advance(limits.s3CallMs);
  t.is(code, 'pending');
  await time.advance(Math.ceil((DRIPPING_BYTES / limits.s3BytesPerSecondMin) * 1_000));
  await eventually('it is given up', () => code !== 'pending');
  t.is(await reading, 'unavailable');
});

test('no fault tells of credentials, though the errors of the SDK do', async (t) => {
  const echo = `<AWSAccessKeyId>${settings.accessKeyId}</AWSAccessKeyId><StringToSign>AWS4</StringToSign>`;
  const { store, endpoint } = await stub(t, [refusal(403, 'SignatureDoesNotMatch', echo)]);
  const told = (error: unknown): string => inspect(error, { depth: 20, showHidden: true, getters: true });
  const fault = told(await t.throwsAsync(store.get(KEY)));
  t.true(fault.includes('SignatureDoesNotMatch'));
  for (const secret of [settings.accessKeyId, settings.secretAccessKey, 'StringToSign', 'Signature=']) {
    t.false(fault.includes(secret), secret);
  }
  const client = createClient({ ...settings, endpoint });
  t.teardown(() => client.destroy());
  const asking = client.send(new GetObjectCommand({ Bucket: settings.bucket, Key: KEY }));
  t.true(told(await t.throwsAsync(asking)).includes(settings.accessKeyId), 'the search finds it where it is');
});

const refuses = refusal(403, 'AccessDenied');
const isThere = status(200);
const isTaken = refusal(412, 'PreconditionFailed');

test('a ping finds a store that takes no objects, before the first put and after one that was refused', async (t) => {
  const refused = { code: 'unavailable', message: 'the object store takes no objects: it answered 403 AccessDenied' };
  const { store, asked } = await stub(t, [isThere, refuses, isThere, tagged(0), isThere, refuses, isThere, refuses]);
  await t.throwsAsync(store.ping(), refused);
  await store.ping();
  t.is(asked.filter((one) => one.startsWith('PUT')).length, 2);
  await store.ping();
  t.is(asked.filter((one) => one.startsWith('PUT')).length, 2, 'no put is tried while puts are taken');
  t.is(await codeOf(store.put(KEY, BYTES, 'application/json')), 'unavailable');
  await t.throwsAsync(store.ping(), refused);
});

test('a ping writes one object at most, and none where puts were taken', async (t) => {
  const { store, asked } = await stub(t, [isThere, isTaken]);
  await store.ping();
  t.regex(asked[1] ?? '', /^PUT \/pi-1\/service\/ping\/[0-9a-f]{64} if-free$/);
  const written = await stub(t, [tagged(0), isThere]);
  await written.store.put(KEY, BYTES, 'application/json');
  await written.store.ping();
  t.deepEqual(written.asked, [`PUT /pi-1/${KEY} if-free`, 'HEAD /pi-1/']);
});
