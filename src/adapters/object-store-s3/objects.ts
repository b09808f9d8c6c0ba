/**
 * Calls on objects in a bucket. A put is a conditional write (`If-None-Match: *`), so an existing object stays. A store
 * that ignores the condition writes the same bytes again, as keys name their content.
 */
import { addAbortSignal, Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { sha256 } from '../../kernel/canonical-json.ts';
import { assert, BrokenInvariant, Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { type LinkedAbort, linkedAbort } from '../../kernel/linked-abort.ts';
import { hashInKey, isObjectKey, requireObjectKey, typeOfKey } from '../../kernel/object-key.ts';
import { asNamed } from '../../kernel/streamed-content.ts';
import { within } from '../../kernel/within.ts';
import type { Timers } from '../../ports/basics.ts';
import type { ObjectContent, ObjectInfo } from '../../ports/object-store.ts';
import { failureOf, faultOf } from './s3-faults.ts';

export type Bucket = {
  readonly client: S3Client;
  readonly name: string;
  readonly timers: Pick<Timers, 'sleep'>;
  /** A server answers 404 for a bucket that is missing too; once seen, it is not asked for again. */
  seen: boolean;
  /** Whether the last put was taken; false before the first one. */
  takes: boolean;
};

/** Within the time that a call of so many bytes may take. Rejects with faults only. */
const call = async <T>(
  { timers }: Pick<Bucket, 'timers'>,
  key: string,
  bytes: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const ms = limits.s3CallMs + Math.ceil((bytes / limits.s3BytesPerSecondMin) * 1_000);
  try {
    return await within({ timers, ms, late: () => late(ms) }, work);
  } catch (error) {
    throw error instanceof BrokenInvariant ? error : faultOf(error, key);
  }
};

const late = (ms: number): Fault => new Fault('unavailable', `the object store did not answer within ${ms} ms`);

/** See the port; so of the others. */
export const put = async (
  bucket: Bucket,
  key: string,
  content: ObjectContent,
  contentType: string,
): Promise<ObjectInfo> => {
  requireObjectKey(key, contentType);
  const size = content instanceof Uint8Array ? content.byteLength : content.size;
  const bytesMax = limits.objectBytesMax;
  if (size > bytesMax) {
    throw new Fault('too_large', `the object ${key} has more than ${bytesMax} bytes`, { detail: { bytesMax } });
  }
  const hash = hashInKey(key);
  if (!(content instanceof Uint8Array)) {
    assert(hash !== undefined, `the key ${key} names no content`);
    return call(bucket, key, size, async (signal) => putStreamed(bucket, key, content, hash, signal));
  }
  assert(hash === undefined || hash === sha256(content), `the object ${key} does not match its key`);
  return call(bucket, key, size, async (signal) => {
    if (await write(bucket, key, content, { IfNoneMatch: '*' }, signal)) return { key, size, contentType };
    const found = await look(bucket, key, signal);
    // Gone since, or of another size under a content hash: something else has made or changed it.
    const whole = found !== undefined && (hash === undefined || found.size === size);
    if (!whole) await write(bucket, key, content, {}, signal);
    return whole ? found : { key, size, contentType };
  });
};

/**
 * A server that refuses a body hangs up on the rest of it. So it is asked first whether it has the object. The bytes of
 * a key that names its hash are the same for every writer.
 */
const putStreamed = async (
  bucket: Bucket,
  key: string,
  { size, open }: Exclude<ObjectContent, Uint8Array>,
  hash: string,
  signal: AbortSignal,
): Promise<ObjectInfo> => {
  const found = await look(bucket, key, signal);
  if (found?.size === size) return found;
  const body = Readable.from(asNamed(open(), { hash, size }));
  const ContentType = typeOfKey(key);
  const command = new PutObjectCommand({ Bucket: bucket.name, Key: key, Body: body, ContentLength: size, ContentType });
  // Signed with its hash, a body that ends too early is refused by the server.
  command.middlewareStack.add((next) => async (args) => next(withPayloadHash(args, hash)), { step: 'build' });
  // The client passes on the chunks of a stream, and not its error.
  const broken = new AbortController();
  body.on('error', (error) => broken.abort(error));
  try {
    const { ETag } = await bucket.client.send(command, { abortSignal: AbortSignal.any([signal, broken.signal]) });
    if (ETag === undefined) throw notS3();
    bucket.takes = true;
    return { key, size, contentType: ContentType };
  } catch (error) {
    bucket.takes = false;
    throw broken.signal.aborted ? broken.signal.reason : error;
  } finally {
    body.destroy();
  }
};

const withPayloadHash = <A extends { readonly request: unknown }>(args: A, hash: string): A => {
  const { headers } = args.request as { readonly headers: Record<string, string> };
  headers['x-amz-content-sha256'] = hash;
  return args;
};

/** False when the condition does not hold. */
const write = async (
  bucket: Bucket,
  key: string,
  bytes: Uint8Array,
  condition: { readonly IfNoneMatch?: '*' },
  signal: AbortSignal,
): Promise<boolean> => {
  const { client, name, timers } = bucket;
  const request = { Bucket: name, Key: key, Body: bytes, ContentLength: bytes.byteLength, ContentType: typeOfKey(key) };
  for (;;) {
    try {
      const { ETag } = await client.send(new PutObjectCommand({ ...request, ...condition }), { abortSignal: signal });
      if (ETag === undefined) throw notS3();
      bucket.takes = true;
      return true;
    } catch (error) {
      const { status } = failureOf(error);
      // A server looks at the rights of a put before its condition.
      bucket.takes = status === 412;
      if (bucket.takes) return false;
      // Another put of this key is under way.
      if (status !== 409) throw error;
      await timers.sleep(limits.s3ConflictRetryMs, signal);
    }
  }
};

const look = async (bucket: Bucket, key: string, signal: AbortSignal): Promise<ObjectInfo | undefined> => {
  const { client, name } = bucket;
  try {
    const question = new HeadObjectCommand({ Bucket: name, Key: key });
    const { ContentLength: size, ETag } = await client.send(question, { abortSignal: signal });
    if (size === undefined || ETag === undefined) throw notS3();
    return { key, size, contentType: typeOfKey(key) };
  } catch (error) {
    if (failureOf(error).status !== 404) throw error;
    if (!bucket.seen) await requireBucket(bucket, signal);
    bucket.seen = true;
    return undefined;
  }
};

export const head = async (bucket: Bucket, key: string): Promise<ObjectInfo | undefined> =>
  isObjectKey(key) ? call(bucket, key, 0, async (signal) => look(bucket, key, signal)) : undefined;

/** The server is asked afterwards: an endpoint that answers 200 to anything has removed nothing. */
export const remove = async (bucket: Bucket, key: string): Promise<void> => {
  if (!isObjectKey(key)) return;
  await call(bucket, key, 0, async (signal) => {
    const command = new DeleteObjectCommand({ Bucket: bucket.name, Key: key });
    await bucket.client.send(command, { abortSignal: signal });
    if ((await look(bucket, key, signal)) !== undefined) {
      throw new Fault('unavailable', `the object ${key} is there after its removal`);
    }
  });
};

/** Fault `unavailable` unless the server answers, takes the credentials, has the bucket and takes objects. */
export const ping = async (bucket: Bucket): Promise<void> =>
  call(bucket, '', 0, async (signal) => {
    await requireBucket(bucket, signal);
    if (!bucket.takes) await tryPut(bucket, signal);
  });

const PING = Buffer.from('{"ping":true}');
const PING_KEY = `service/ping/${sha256(PING)}`;

/** A store that is only read answers everything else. The object is the same at each try, so there is one at most. */
const tryPut = async (bucket: Bucket, signal: AbortSignal): Promise<void> => {
  try {
    await write(bucket, PING_KEY, PING, { IfNoneMatch: '*' }, signal);
  } catch (error) {
    const { status, code } = failureOf(error);
    if (status === undefined) throw error;
    throw new Fault('unavailable', `the object store takes no objects: it answered ${status} ${code}`);
  }
};

const requireBucket = async ({ client, name }: Bucket, signal: AbortSignal): Promise<void> => {
  try {
    await client.send(new HeadBucketCommand({ Bucket: name }), { abortSignal: signal });
  } catch (error) {
    if (failureOf(error).status !== 404) throw error;
    throw new Fault('unavailable', `the object store has no bucket ${name}`);
  }
};

export const get = async (bucket: Bucket, key: string): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(read(bucket, key)));

/** Within the time that a call of so many bytes may take, as its reader takes them. */
export async function* read(bucket: Bucket, key: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const over = linkedAbort(signal);
  try {
    yield* chunksOf(bucket, key, over);
  } catch (error) {
    throw signal?.aborted === true ? new Fault('cancelled', 'the reader has gone') : error;
  } finally {
    over.release();
  }
}

async function* chunksOf({ client, name, timers }: Bucket, key: string, over: LinkedAbort): AsyncGenerator<Uint8Array> {
  if (!isObjectKey(key)) throw new Fault('not_found', `there is no object ${key.slice(0, limits.objectKeyCharsMax)}`);
  const { size, body } = await call({ timers }, key, 0, async (signal) =>
    opened(client, name, key, AbortSignal.any([signal, over.signal])),
  );
  const late = new Fault('unavailable', `the object ${key} came too slowly`);
  const ms = limits.s3CallMs + Math.ceil((size / limits.s3BytesPerSecondMin) * 1_000);
  const done = new AbortController();
  const deadline = timers.sleep(ms, done.signal).then(
    () => over.abort(late),
    () => undefined,
  );
  try {
    const hash = hashInKey(key);
    const chunks = addAbortSignal(over.signal, body);
    yield* hash === undefined ? chunks : asNamed(chunks, { hash, size });
  } catch (error) {
    throw over.signal.aborted ? late : isFault(error, 'corrupt') ? changed(key, error) : faultOf(error, key);
  } finally {
    done.abort();
    await deadline;
  }
}

/** Ends when the server has said how large the object is; the body is then under way and must be read. */
const opened = async (
  client: S3Client,
  bucket: string,
  key: string,
  signal: AbortSignal,
): Promise<{ readonly size: number; readonly body: Readable }> => {
  const command = new GetObjectCommand({ Bucket: bucket, Key: key });
  const { Body: body, ContentLength: size, ETag } = await client.send(command, { abortSignal: signal });
  if (!(body instanceof Readable)) throw notS3();
  if (ETag !== undefined && size !== undefined && size <= limits.objectBytesMax) return { size, body };
  body.destroy();
  const what = ETag === undefined ? 'no object' : `${size ?? 'an unknown number of'} bytes`;
  throw new Fault('unavailable', `the object store's endpoint gives ${what}`);
};

const changed = (key: string, cause?: unknown): Fault =>
  new Fault('corrupt', `the object ${key} differs from the stored content`, { detail: { key }, cause });

export const inspect = async (bucket: Bucket, key: string): Promise<'whole' | 'changed' | 'missing'> => {
  try {
    for await (const _ of read(bucket, key)) continue;
    return 'whole';
  } catch (error) {
    if (isFault(error, 'not_found')) return 'missing';
    if (isFault(error, 'corrupt')) return 'changed';
    throw error;
  }
};

/** Something in between may answer 200 to anything; an S3 server that has an object names its tag. */
const notS3 = (): Fault => new Fault('unavailable', 'the endpoint is no S3 server');
