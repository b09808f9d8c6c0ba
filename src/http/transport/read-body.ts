/**
 * The body of a request as a JSON object, within bounds: one content type, no encodings, a size declared or streamed.
 * What is refused for its size is drained, for at most `limits.requestTimeoutMs`, so that the answer gets through to a
 * client that is still sending, and the connection stays of use.
 */
import type { IncomingMessage } from 'node:http';
import { parse } from 'content-type';
import getRawBody from 'raw-body';
import { limits } from '../../kernel/limits.ts';
import { refusal } from '../errors/refusal.ts';
import type { Refusal } from '../errors/refusal.ts';
import { parseJsonObject } from './parse-json.ts';
import type { JsonObject } from './parse-json.ts';

/** Undefined: there is no body. */
export type ReadBody = (request: IncomingMessage, bytesMax: number) => Promise<JsonObject | undefined | Refusal>;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && Number(headers['content-length']) !== 0);

export const createBodyReader = (heldBytesMax: number = limits.bodiesHeldBytesMax): ReadBody => {
  let held = 0;
  return async (request, bytesMax) => {
    if (!hasBody(request)) return undefined;
    if (held >= heldBytesMax) return refusal('service_unavailable', 'Too many bodies are being received');
    let mine = 0;
    const count = (chunk: Buffer): void => {
      mine += chunk.length;
      held += chunk.length;
      // Only what really arrived counts, or a few slow senders could lock out everyone by what they announce.
      if (held > heldBytesMax) request.destroy();
    };
    request.on('data', count);
    try {
      const bytes = await received(request, bytesMax);
      if (!Buffer.isBuffer(bytes)) return bytes;
      // A chunked body may turn out to be none.
      if (bytes.length === 0) return undefined;
      return contentRefusal(request) ?? parseJsonObject(bytes);
    } finally {
      request.off('data', count);
      held -= mine;
    }
  };
};

const received = async (request: IncomingMessage, bytesMax: number): Promise<Buffer | Refusal> => {
  try {
    return await getRawBody(request, { limit: bytesMax, length: request.headers['content-length'] ?? null });
  } catch (error) {
    if ((error as { readonly type?: unknown }).type === 'entity.too.large') {
      // Node drains only what nobody has begun to read.
      request.resume();
      return refusal('body_too_large', `The body has at most ${bytesMax} bytes here`);
    }
    // The client broke off, or was cut off: nobody is left to read this.
    return refusal('malformed_request', 'The body broke off');
  }
};

/** 415 is kept for what a remote resource turns out to be (spec, section 7). */
const contentRefusal = ({ headers }: IncomingMessage): Refusal | undefined => {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return refusal('malformed_request', 'Bodies are taken without Content-Encoding');
  }
  const { type, parameters } = parse(headers['content-type'] ?? '');
  if (type !== 'application/json') return refusal('unsupported_content_type');
  const charset = parameters['charset']?.toLowerCase();
  return charset === undefined || charset === 'utf-8' || charset === 'utf8'
    ? undefined
    : refusal('malformed_request', 'JSON is UTF-8');
};
