/** The other end of our signed URLs: their signature is all the proof there is, and all that is asked for. */
import type Router from '@koa/router';
import { Readable } from 'node:stream';
import { begun } from '../../kernel/begun.ts';
import { isFault } from '../../kernel/faults.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { SignedObjects } from '../../ports/signed-objects.ts';
import { refuse, send } from '../answers/send.ts';
import { isRefusal, refusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../transport/exchange.ts';
import { mountUploads, type UploadDependencies } from './mount-uploads.ts';

export const OBJECTS_PATH = '/api/v1/objects';

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

export const mountObjects = (router: Router, deps: ObjectDependencies): void => {
  const { signedObjects, objectStore, clock } = deps;
  if (signedObjects === null) return;
  mountUploads(router, OBJECTS_PATH, signedObjects, deps);
  router.get(`${OBJECTS_PATH}/*key`, async (matched) => {
    const context = matched as unknown as HttpContext;
    const grant = signedObjects.verifySignature(context.method, context.url, clock.now());
    const found = grant?.method === 'GET' ? await objectStore.head(grant.key) : undefined;
    // A signature that does not hold, one whose time is up and an object that is gone look the same.
    if (found === undefined) {
      refuse(context, NOTHING);
      return;
    }
    const body = context.method === 'HEAD' ? Readable.from([]) : await streamOf(signedObjects.stream(found.key));
    if (isRefusal(body)) {
      refuse(context, body);
      return;
    }
    const headers = { ...HEADERS, 'Content-Length': String(found.size) };
    send(context, { status: 200, body, contentType: found.contentType, headers, position: '' });
  });
};

/** A stream whose first chunk is there: whatever may be wrong with an object is told before any byte of it. */
const streamOf = async (chunks: AsyncIterable<Uint8Array>): Promise<Readable | Refusal> => {
  try {
    return Readable.from((await begun(chunks)).whole);
  } catch (error) {
    if (isFault(error, 'corrupt')) return CHANGED;
    if (isFault(error, 'not_found')) return NOTHING;
    throw error;
  }
};
