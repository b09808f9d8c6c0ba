/**
 * Large answers are compressed for clients that take gzip; off this thread, and once for as long as the same bytes are
 * served. Lines of JSON are compressed on their way. Other streams are left alone: pictures are compressed already, and
 * events must arrive one by one.
 */
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { limits } from '../../kernel/limits.ts';
import { compressedTag } from '../answers/etag.ts';
import type { HttpContext, Middleware } from '../transport/exchange.ts';

const compressed = promisify<Buffer, Buffer>(gzip);

export const compress = (): Middleware => {
  /** Polls of an unmoved job are the same bytes, and so are the documents of the contract. */
  const known = new WeakMap<Buffer, Promise<Buffer>>();
  const ofKnown = async (bytes: Buffer): Promise<Buffer> => {
    const found = known.get(bytes) ?? compressed(bytes);
    known.set(bytes, found);
    return found;
  };

  return async (context, next) => {
    await next();
    const found = compressibleIn(context);
    if (found === undefined) return;
    context.vary('Accept-Encoding');
    if (context.req.headers['accept-encoding'] === undefined) return;
    if (context.acceptsEncodings('gzip', 'identity') !== 'gzip') return;
    if (found instanceof Readable) context.body = onItsWay(found);
    else context.body = await (Buffer.isBuffer(found) ? ofKnown(found) : compressed(Buffer.from(found)));
    context.res.setHeader('Content-Encoding', 'gzip');
    const tag = context.res.getHeader('ETag');
    if (typeof tag === 'string') context.res.setHeader('ETag', compressedTag(tag));
  };
};

const LINES = 'application/x-ndjson';

/** Lines of JSON, of any length, or what is large. */
const compressibleIn = ({ body, length, res }: HttpContext): Readable | Buffer | string | undefined => {
  if (body instanceof Readable) return res.getHeader('Content-Type') === LINES ? body : undefined;
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return undefined;
  return length !== undefined && length > limits.compressOverBytes ? body : undefined;
};

/** Takes no more of the lines than its reader takes of it. Either of the two ends the other, also by an error. */
const onItsWay = (lines: Readable): Readable => pipeline(lines, createGzip(), () => undefined);
