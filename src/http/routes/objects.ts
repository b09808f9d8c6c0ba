/** The other end of our signed URLs: their signature is all the proof there is, and all that is asked for. */
import { Readable } from 'node:stream';
import type Router from '@koa/router';
import { refuse, send } from '../answers/send.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../exchange.ts';

export const OBJECTS_PATH = '/api/v1/objects';

/**
 * What a tenant stored is shown, and never run: the type is the store's, browsers neither guess nor execute, and no
 * name of a file comes from outside. Contents never change under a key, but a URL is a secret: private caches only.
 */
const HEADERS = {
  'Cache-Control': 'private, max-age=300, immutable',
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

type ObjectDependencies = Pick<HttpDependencies, 'signedObjects' | 'objectStore' | 'clock'>;

export const mountObjects = (router: Router, { signedObjects, objectStore, clock }: ObjectDependencies): void => {
  if (signedObjects === null) return;
  router.get(`${OBJECTS_PATH}/*key`, async (matched) => {
    const context = matched as unknown as HttpContext;
    const grant = signedObjects.verifySignature(context.method, context.url, clock.now());
    const found = grant?.method === 'GET' ? await objectStore.head(grant.key) : undefined;
    // A signature that does not hold, one whose time is up and an object that is gone look the same.
    if (found === undefined) {
      refuse(context, refusal('not_found', 'There is nothing at this URL, or its time is up'));
      return;
    }
    const body = Readable.from(signedObjects.stream(found.key));
    const headers = { ...HEADERS, 'Content-Length': String(found.size) };
    send(context, { status: 200, body, contentType: found.contentType, headers, position: '' });
  });
};
