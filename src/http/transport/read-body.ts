/**
 * The body of a request as bytes, within bounds: one content type, no encodings, a size declared or streamed. A body
 * refused for its size is drained for at most `limits.requestTimeoutMs`. So a client that is still sending gets the
 * answer, and the connection stays of use.
 */
import { parse } from 'content-type';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';
import { isRefusal, refusal, type Refusal } from '../errors/refusal.ts';
import { type BodyBudget, type BodyPlace, createBodyBudget } from './body-budget.ts';

export type Receiving = { readonly req: IncomingMessage; readonly res: Pick<ServerResponse, 'writeContinue'> };

/** Bytes of a body at most, and the user whose share of all bodies it counts to. */
export type BodyTerms = {
  readonly bytesMax: number;
  readonly userKey: string;
  /** Of any type and encoding: it is not looked at. */
  readonly anyType?: true;
};

/**
 * Reads the body and hands it to `use`; its bytes count as held until that has ended. Undefined: there is no body.
 * Refusals: `body_too_large`, `unsupported_content_type`, `malformed_request`, and `request_timeout` for a body that
 * had to give way.
 */
export type ReadBody = <T>(
  receiving: Receiving,
  terms: BodyTerms,
  use: (bytes: Buffer | undefined) => Promise<T> | T,
) => Promise<T | Refusal>;

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && Number(headers['content-length']) !== 0);

export const createBodyReader =
  (timers: Pick<Timers, 'nextTurn'>, budget: BodyBudget = createBodyBudget()): ReadBody =>
  async (receiving, { bytesMax, userKey, anyType }, use) => {
    const { req } = receiving;
    if (!hasBody(req)) return use(undefined);
    const announced = Number(req.headers['content-length'] ?? 0);
    if (announced > bytesMax) {
      req.resume();
      return tooLarge(bytesMax);
    }
    const late = Promise.withResolvers<Refusal>();
    const place = budget.enter(userKey, () => late.resolve(LATE));
    try {
      const chunks = await received(receiving, bytesMax, place, late.promise);
      if (isRefusal(chunks)) return chunks;
      // From here on it gives way no more, also while it is put together.
      place.arrived();
      const bytes = await joined(chunks, timers);
      // A chunked body may turn out to be none.
      if (bytes.length === 0) return await use(undefined);
      return (anyType ? undefined : contentRefusal(req)) ?? (await use(bytes));
    } finally {
      place.leave();
    }
  };

/** The connection ends with it: the rest of the body is worth nothing. */
const LATE = refusal('request_timeout', 'The body did not arrive in time, and other bodies needed its room', {
  headers: { Connection: 'close' },
});

const tooLarge = (bytesMax: number): Refusal =>
  refusal('body_too_large', `The body has at most ${bytesMax} bytes here`);

const received = async (
  { req, res }: Receiving,
  bytesMax: number,
  place: BodyPlace,
  late: Promise<Refusal>,
): Promise<readonly Buffer[] | Refusal> => {
  // The client broke off: this answer has no reader.
  const brokeOff = refusal('malformed_request', 'The body broke off');
  if (req.destroyed) return brokeOff;
  const chunks: Buffer[] = [];
  let size = 0;
  const ended = Promise.withResolvers<readonly Buffer[] | Refusal>();
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > bytesMax) ended.resolve(tooLarge(bytesMax));
    else chunks.push(chunk);
    place.add(chunk.length);
  };
  const onEnd = (): void => ended.resolve(chunks);
  const onClose = (): void => ended.resolve(brokeOff);
  req.on('data', onData).once('end', onEnd).once('close', onClose);
  // Some clients wait for this before they send a large body; a client that is refused before it never sends one.
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
  try {
    return await Promise.race([ended.promise, late]);
  } finally {
    req.off('data', onData).off('end', onEnd).off('close', onClose);
    // Node drains only bodies without a reader.
    req.resume();
  }
};

/** In memory of its own, which can be handed to a thread. New memory is slow: the largest body takes several turns. */
const joined = async (chunks: readonly Buffer[], timers: Pick<Timers, 'nextTurn'>): Promise<Buffer> => {
  const whole = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  let left: number = limits.bodySliceBytes;
  for (const chunk of chunks) {
    at += chunk.copy(whole, at);
    left -= chunk.length;
    if (left > 0) continue;
    left = limits.bodySliceBytes;
    await timers.nextTurn();
  }
  return whole;
};

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
