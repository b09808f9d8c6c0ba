/** The other end of our signed URLs: their signature is all the proof there is, and all that is asked for. */
import type Router from '@koa/router';
import { Readable } from 'node:stream';
import { isFault } from '../../kernel/faults.ts';
import type { Clock } from '../../ports/basics.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { SignedObjects } from '../../ports/signed-objects.ts';
import { refuse, send } from '../answers/send.ts';
import { isRefusal, refusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../transport/exchange.ts';

export const OBJECTS_PATH = '/api/v1/objects';

/**
 * A tenant's objects are shown, and never run. The type is the store's, browsers neither guess nor execute, and no file
 * name comes from outside. Contents never change under a key, but a URL is a secret: private caches only.
 */
const HEADERS = {
  'Cache-Control': 'private, max-age=300, immutable',
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

type ObjectDependencies = {
  /** The other end of signed URLs; null when the object store serves them itself. */
  readonly signedObjects: Pick<SignedObjects, 'verifySignature' | 'stream'> | null;
  readonly objectStore: Pick<ObjectStore, 'head'>;
  readonly clock: Pick<Clock, 'now'>;
};

const NOTHING = refusal('not_found', 'There is nothing at this URL, or its time is up');
const CHANGED = refusal('content_lost', 'The content of this URL is not the content that was stored there');

export const mountObjects = (router: Router, { signedObjects, objectStore, clock }: ObjectDependencies): void => {
  if (signedObjects === null) return;
  router.get(`${OBJECTS_PATH}/*key`, async (matched) => {
    const context = matched as unknown as HttpContext;
    const grant = signedObjects.verifySignature(context.method, context.url, clock.now());
    const found = grant?.method === 'GET' ? await objectStore.head(grant.key) : undefined;
    // A signature that does not hold, one whose time is up and an object that is gone look the same.
    if (found === undefined) {
      refuse(context, NOTHING);
      return;
    }
    const body = context.method === 'HEAD' ? Readable.from([]) : await begun(signedObjects.stream(found.key));
    if (isRefusal(body)) {
      refuse(context, body);
      return;
    }
    const headers = { ...HEADERS, 'Content-Length': String(found.size) };
    send(context, { status: 200, body, contentType: found.contentType, headers, position: '' });
  });
};

/** A stream whose first chunk is there: whatever may be wrong with an object is told before any byte of it. */
const begun = async (chunks: AsyncIterable<Uint8Array>): Promise<Readable | Refusal> => {
  const reader = chunks[Symbol.asyncIterator]();
  try {
    return Readable.from(followedBy(await reader.next(), reader));
  } catch (error) {
    if (isFault(error, 'corrupt')) return CHANGED;
    if (isFault(error, 'not_found')) return NOTHING;
    throw error;
  }
};

/** No generator: an unread one does not hear that it is over, and would leave its file open. */
const followedBy = (
  first: IteratorResult<Uint8Array>,
  reader: AsyncIterator<Uint8Array>,
): AsyncIterable<Uint8Array> => {
  let ahead: IteratorResult<Uint8Array> | undefined = first;
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    const now = ahead ?? (await reader.next());
    ahead = undefined;
    return now;
  };
  const end = async (): Promise<IteratorResult<Uint8Array>> => {
    await reader.return?.();
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
};
