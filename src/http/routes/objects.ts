/** The other end of our signed URLs: their signature is all the proof there is, and all that is asked for. */
import { Readable } from 'node:stream';
import { OBJECTS_PATH } from '../../application/projects/reference-plates.ts';
import { begun } from '../../kernel/begun.ts';
import { isFault } from '../../kernel/faults.ts';
import { hashInKey } from '../../kernel/object-key.ts';
import type { ObjectInfo, ObjectStore } from '../../ports/object-store.ts';
import type { SignedObjects } from '../../ports/signed-objects.ts';
import { type AskedRange, byteRange } from '../answers/byte-range.ts';
import { entityTag, matches } from '../answers/etag.ts';
import { isRefusal, refusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../transport/exchange.ts';
import { clientGone, GONE } from './client-gone.ts';
import type { Endpoint } from './router.ts';
import { uploadEndpoint, type UploadDependencies } from './uploads.ts';

/** Content is shown, and never run: browsers do not execute it, and no file name is from outside. */
export const INERT = {
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Contents never change under a key, but a URL is a secret: private caches only. */
const HEADERS = { ...INERT, 'Cache-Control': 'private, max-age=300, immutable' };

type ObjectDependencies = UploadDependencies & {
  /** The other end of signed URLs; null when the object store serves them itself. */
  readonly signedObjects: Pick<SignedObjects, 'verifySignature' | 'stream' | 'receive'> | null;
  readonly objectStore: Pick<ObjectStore, 'head'>;
};

const NOTHING = refusal('not_found', 'There is nothing at this URL, or its time is up');
const CHANGED = refusal('content_lost', 'The content of this URL is not the content that was stored there');

export const objectEndpoints = (deps: ObjectDependencies): readonly Endpoint[] => {
  const { signedObjects, objectStore, clock } = deps;
  if (signedObjects === null) return [];

  const open = async (
    context: HttpContext,
    { key, size }: ObjectInfo,
    range: AskedRange,
  ): Promise<Readable | Refusal> => {
    if (range === 'unsatisfiable') {
      return refusal('range_not_satisfiable', undefined, { headers: { 'Content-Range': `bytes */${size}` } });
    }
    const gone = clientGone(context);
    return streamOf(signedObjects.stream(key, range, gone), gone);
  };

  const answer: Endpoint['answer'] = async (context) => {
    const grant = signedObjects.verifySignature(context.method, context.url, clock.now());
    const found = grant?.method === 'GET' ? await objectStore.head(grant.key) : undefined;
    // A signature that does not hold, one whose time is up and an object that is gone look the same.
    if (found === undefined) return NOTHING;
    const tag = tagOf(found.key);
    const headers = { ...HEADERS, 'Accept-Ranges': 'bytes', ...(tag === undefined ? {} : { ETag: tag }) };
    if (tag !== undefined && matches(context.req.headers['if-none-match'], tag)) {
      return { status: 304, body: null, headers };
    }
    const isHead = context.method === 'HEAD';
    const range = isHead ? undefined : byteRange(context.req.headers, found.size, tag);
    const body = isHead ? Readable.from([]) : await open(context, found, range);
    return isRefusal(body) ? body : { ...partOf(found, range, headers), body };
  };

  return [{ method: 'GET', path: `${OBJECTS_PATH}*`, answer }, uploadEndpoint(`${OBJECTS_PATH}*`, signedObjects, deps)];
};

/** The head of an answer with the whole object, or with a part of it. */
const partOf = ({ size, contentType }: ObjectInfo, range: AskedRange, headers: Readonly<Record<string, string>>) => {
  if (range === undefined || range === 'unsatisfiable') {
    return { status: 200, contentType, headers: { ...headers, 'Content-Length': String(size) } };
  }
  const { start, end } = range;
  const part = { 'Content-Length': String(end - start + 1), 'Content-Range': `bytes ${start}-${end}/${size}` };
  return { status: 206, contentType, headers: { ...headers, ...part } };
};

/** The content of a key with a hash never changes; of another one nothing is said. */
const tagOf = (key: string): string | undefined => {
  const hash = hashInKey(key);
  return hash === undefined ? undefined : entityTag(hash, null);
};

/** A stream whose first chunk is there: whatever may be wrong with an object is told before any byte of it. */
const streamOf = async (chunks: AsyncIterable<Uint8Array>, gone: AbortSignal): Promise<Readable | Refusal> => {
  try {
    return Readable.from((await begun(chunks)).whole);
  } catch (error) {
    if (gone.aborted) return GONE;
    if (isFault(error, 'corrupt')) return CHANGED;
    if (isFault(error, 'not_found')) return NOTHING;
    throw error;
  }
};
