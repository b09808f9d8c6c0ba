/** One request on a connection of its own, and its answer, which is read within bounds. */
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { systemCode } from '../../kernel/disk-fault.ts';
import { limits } from '../../kernel/limits.ts';
import { orAborted } from '../../kernel/within.ts';
import type { OutboundAnswer, OutboundCall } from '../../ports/outbound.ts';
import { Refusal } from './refusal.ts';
import { DEFAULT_PORT, type Target } from './target.ts';

/** The head of the answer, or a refusal. The body is read by `readAnswer`. */
export const askOn = async (
  socket: TLSSocket,
  { name, port, path }: Target,
  { method, headers, body }: OutboundCall,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  const asked = request({
    createConnection: () => socket,
    host: name,
    port,
    path,
    method,
    // Ours come last, so no header of a caller replaces them.
    headers: {
      ...headers,
      ...OUR_HEADERS,
      Host: port === DEFAULT_PORT ? name : `${name}:${port}`,
      ...(body !== undefined && { 'Content-Length': body.byteLength }),
    },
    maxHeaderSize: limits.outboundHeaderBytesMax,
    insecureHTTPParser: false,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve);
    asked.once('upgrade', () => reject(new Refusal('answer_malformed')));
    asked.on('error', (error) => reject(new Refusal(whyBroken(error), error)));
  });
  asked.end(body);
  return orAborted(answered, signal);
};

/** Plain bytes are asked for: nothing here takes compressed ones apart. */
const OUR_HEADERS = {
  'Accept-Encoding': 'identity',
  'User-Agent': 'production-intelligence',
  Connection: 'close',
} as const;

/** The parser's own errors begin with `HPE_`. */
const whyBroken = (error: Error): 'answer_malformed' | 'answer_broken_off' =>
  systemCode(error)?.startsWith('HPE_') ? 'answer_malformed' : 'answer_broken_off';

/** A failure of the body is the outcome, whatever `read` makes of it. */
export const readAnswer = async <T>(
  response: IncomingMessage,
  bytesMax: number,
  read: (answer: OutboundAnswer) => Promise<T>,
  signal: AbortSignal,
): Promise<T> => {
  if (isRedirect(response)) throw new Refusal('redirected');
  const { chunks, failure } = boundedBody(response, bytesMax, signal);
  const { statusCode = 0, headers } = response;
  const value = await read({ status: statusCode, contentType: headers['content-type'] ?? null, body: chunks }).catch(
    (error: unknown) => {
      throw failure() ?? error;
    },
  );
  // `read` may have taken a torn body for a whole one.
  const torn = failure();
  if (torn !== undefined) throw torn;
  return value;
};

const isRedirect = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 300 && statusCode < 400;

/** Why a body is not read; a reader of the status alone never asks. */
const whyUnread = ({ headers }: IncomingMessage, bytesMax: number): 'answer_encoded' | 'answer_too_large' | null => {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return 'answer_encoded';
  return Number(headers['content-length'] ?? 0) > bytesMax ? 'answer_too_large' : null;
};

const boundedBody = (response: IncomingMessage, bytesMax: number, signal: AbortSignal) => {
  let failure: Error | undefined;
  const fail = (error: Error): Error => {
    failure = signal.aborted ? (signal.reason as Error) : error;
    return failure;
  };
  const read = async function* (): AsyncGenerator<Uint8Array> {
    const why = whyUnread(response, bytesMax);
    if (why !== null) throw fail(new Refusal(why));
    let size = 0;
    const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    for (;;) {
      const step = await chunks.next().catch((error: unknown) => {
        throw fail(new Refusal(whyBroken(error as Error), error));
      });
      if (step.done === true) break;
      size += step.value.byteLength;
      if (size > bytesMax) throw fail(new Refusal('answer_too_large'));
      yield step.value;
    }
  };
  return { chunks: read(), failure: () => failure };
};
