/**
 * Large answers are compressed for clients that take gzip; off this thread, and once for as long as the same bytes are
 * served. Streams are left alone: pictures are compressed already, and events must arrive one by one.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { limits } from '../../kernel/limits.ts';
import { compressedTag } from '../answers/etag.ts';
import type { Middleware } from '../transport/exchange.ts';

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
    const { body } = context;
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) return;
    if (context.length === undefined || context.length <= limits.compressOverBytes) return;
    context.vary('Accept-Encoding');
    if (context.req.headers['accept-encoding'] === undefined) return;
    if (context.acceptsEncodings('gzip', 'identity') !== 'gzip') return;
    const bytes = await (Buffer.isBuffer(body) ? ofKnown(body) : compressed(Buffer.from(body)));
    context.body = bytes;
    context.res.setHeader('Content-Encoding', 'gzip');
    const tag = context.res.getHeader('ETag');
    if (typeof tag === 'string') context.res.setHeader('ETag', compressedTag(tag));
  };
};
