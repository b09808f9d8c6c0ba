/**
 * Takes an upload for an object store without a server of its own, by the signature of its URL. Type and length are
 * those that were offered, and the length is told before any byte is read. The answer follows a look at the bytes.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Application } from '../../application/application.ts';
import { createTakeUpload, type OpenUpload } from '../../application/storage/uploads.ts';
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock, Timers } from '../../ports/basics.ts';
import type { SignedGrant, SignedObjects } from '../../ports/signed-objects.ts';
import { JSON_TYPE } from '../answers/reply.ts';
import { isRefusal, refusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../transport/exchange.ts';
import { createUploadPlaces, type UploadPlace } from '../transport/upload-places.ts';
import type { Endpoint } from './router.ts';

export type UploadDependencies = {
  readonly application: Application;
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'sleep'>;
  /** Connections whose body may take longer than that of another request: their speed is bounded here. */
  readonly longBodies: WeakSet<Duplex>;
};

type Taking = Pick<SignedObjects, 'verifySignature' | 'receive'>;
type Grant = SignedGrant & { readonly method: 'PUT' };

const NOTHING = refusal('not_found', 'There is nothing at this URL, or its time is up');
const FULL = refusal('service_unavailable', 'Too many uploads are under way');
const BROKE_OFF = refusal('malformed_request', 'The upload broke off, or came too slowly');

export const uploadEndpoint = (path: string, objects: Taking, deps: UploadDependencies): Endpoint => {
  const places = createUploadPlaces(deps.clock);

  const answer: Endpoint['answer'] = async (context) => {
    const grant = objects.verifySignature(context.method, context.url, deps.clock.now());
    const taken = grant?.method === 'PUT' ? await take(context, grant) : NOTHING;
    if (!isRefusal(taken)) return { status: 200, body: JSON.stringify(taken), contentType: JSON_TYPE };
    context.req.resume();
    return taken;
  };

  const take = async ({ req, res }: HttpContext, grant: Grant): Promise<object | Refusal> => {
    const uploads = deps.application(createTakeUpload);
    const upload = await uploads.open(grant.key);
    if (upload === undefined) return refusal('upload_taken');
    const unfit = whyNotOfSize(req, grant, upload);
    if (unfit !== undefined) return unfit;
    const place = places.enter(upload, () => req.destroy());
    if (place === undefined) return FULL;
    try {
      if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
      const received = await receive(req, grant, place);
      if (isRefusal(received)) return received;
      const outcome = await uploads.register(upload.uploadId);
      if (outcome === null) return NOTHING;
      if (outcome.kind === 'refused') return refusal('upload_refused', undefined, { detail: { code: outcome.code } });
      return { ok: true, assetId: upload.uploadId };
    } finally {
      place.leave();
    }
  };

  const receive = async (req: IncomingMessage, grant: Grant, place: UploadPlace): Promise<void | Refusal> => {
    const over = new AbortController();
    const watched = watch(place, over.signal);
    deps.longBodies.add(req.socket);
    try {
      await objects.receive(grant, place.counted(req.iterator({ destroyOnReturn: false })));
      return undefined;
    } catch (error) {
      if (isFault(error, 'conflict')) return refusal('upload_taken');
      if (req.destroyed && !req.complete) return BROKE_OFF;
      throw error;
    } finally {
      deps.longBodies.delete(req.socket);
      over.abort();
      await watched;
    }
  };

  /** Until the signal aborts; never rejects. */
  const watch = async (place: UploadPlace, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await deps.timers.sleep(limits.uploadCheckMs, signal).catch(() => undefined);
      place.look();
    }
  };

  return { method: 'PUT', path, answer };
};

const whyNotOfSize = ({ headers }: IncomingMessage, grant: Grant, { sizeBytes }: OpenUpload): Refusal | undefined => {
  const { 'content-type': type, 'content-length': length, 'content-encoding': encoding } = headers;
  if (type !== grant.contentType) return refusal('malformed_request', `The URL takes ${grant.contentType} alone`);
  if (encoding !== undefined) return refusal('malformed_request', 'Uploads are taken without Content-Encoding');
  if (length === undefined) return refusal('malformed_request', 'An upload has a Content-Length');
  const size = Number(length);
  if (size > grant.sizeMax) return refusal('file_too_large', `The URL takes at most ${grant.sizeMax} bytes`);
  if (sizeBytes === null || size === sizeBytes) return undefined;
  return refusal('malformed_request', `The URL takes exactly ${sizeBytes} bytes`);
};
