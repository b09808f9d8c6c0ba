/**
 * Calls to one provider at the address that the operator configured. It may be private, so nothing guards it. No
 * redirect is followed and no proxy of the environment is used: the key reaches the configured host alone. Each call
 * has a connection of its own. So a call that failed before its connection was made has sent nothing for certain.
 */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { systemCode } from '../../kernel/disk-fault.ts';
import { Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { orAborted } from '../../kernel/within.ts';
import type { Timers } from '../../ports/basics.ts';
import { answerOf, type RemoteAnswer } from './remote-answer.ts';

export type RemoteCall = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** An address of the provider. */
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: { readonly contentType: string; readonly pieces: readonly Uint8Array[] };
  /** For all of it, in milliseconds, until `read` is done. */
  readonly totalMs: number;
  readonly signal: AbortSignal;
};

export type PlainClient = {
  /** The address below the configured one. */
  at(...path: readonly string[]): URL;
  /** Whether an address has the origin that is configured. */
  isOwn(url: URL): boolean;
  /**
   * The answer, of any status, as `read` makes it. Faults: `unavailable`, nothing was sent; `unknown_outcome`, the
   * provider may have taken the call; `cancelled` by the signal; those of `read`. None has a byte of the answer, the
   * address or the key.
   */
  call<T>(call: RemoteCall, read: (answer: RemoteAnswer) => Promise<T>): Promise<T>;
};

export type PlainClientDeps = {
  /** The provider's name, for faults. */
  readonly name: string;
  readonly url: string;
  readonly key: string;
  readonly timers: Pick<Timers, 'sleep'>;
};

export const createPlainClient = ({ name, url, key, timers }: PlainClientDeps): PlainClient => {
  const base = new URL(url.endsWith('/') ? url : `${url}/`);

  const call = async <T>(asked: RemoteCall, read: (answer: RemoteAnswer) => Promise<T>): Promise<T> => {
    const { signal, totalMs } = asked;
    if (signal.aborted) throw new Fault('cancelled', 'the call was called off');
    const over = new AbortController();
    const progress = { sent: false };
    const giveUp = (message: string): void => over.abort(failure(progress, `${name} ${message}`));
    const callOff = (): void => over.abort(new Fault('cancelled', 'the call was called off'));
    signal.addEventListener('abort', callOff, { once: true });
    const ended = new AbortController();
    after(timers, totalMs, ended.signal, () => giveUp(`did not answer within ${totalMs} ms`));
    after(timers, limits.remoteConnectMs, ended.signal, () => {
      if (!progress.sent) giveUp(`could not be reached within ${limits.remoteConnectMs} ms`);
    });
    try {
      const response = await send(asked, base.origin === asked.url.origin ? key : null, progress, over.signal);
      try {
        return await orAborted(read(answerOf(response)), over.signal);
      } finally {
        response.destroy();
      }
    } catch (error) {
      if (over.signal.aborted) throw over.signal.reason;
      if (isFault(error)) throw error;
      throw failure(progress, `${name} ${progress.sent ? 'broke off' : 'cannot be reached'}`, codeIn(error));
    } finally {
      signal.removeEventListener('abort', callOff);
      ended.abort();
    }
  };

  return Object.freeze({
    at: (...path: readonly string[]) => new URL(path.map(encodeURIComponent).join('/'), base),
    isOwn: (asked: URL) => asked.origin === base.origin,
    call,
  });
};

const failure = (
  { sent }: { readonly sent: boolean },
  message: string,
  detail: { readonly code?: string } = {},
): Fault => new Fault(sent ? 'unknown_outcome' : 'unavailable', message, { detail });

/** The code of the system, of TLS or of the parser, such as `ECONNREFUSED`: texts may have the address. */
const codeIn = (error: unknown): { readonly code?: string } => {
  const code = systemCode(error);
  return code === undefined ? {} : { code };
};

/** Does something after a while, unless the signal aborts before. */
const after = (timers: PlainClientDeps['timers'], ms: number, signal: AbortSignal, act: () => void): void => {
  timers.sleep(ms, signal).then(
    act,
    // It was over in time.
    () => undefined,
  );
};

const AGENTS = {
  'http:': { request: requestHttp, agent: new HttpAgent({ keepAlive: false }) },
  'https:': { request: requestHttps, agent: new HttpsAgent({ keepAlive: false }) },
} as const;

const send = async (
  { method, url, headers, body }: RemoteCall,
  key: string | null,
  progress: { sent: boolean },
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  const { request, agent } = url.protocol === 'https:' ? AGENTS['https:'] : AGENTS['http:'];
  const asked = request(url, {
    agent,
    method,
    signal,
    maxHeaderSize: limits.remoteHeaderBytesMax,
    headers: {
      ...headers,
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      'Accept-Encoding': 'identity',
      'User-Agent': 'production-intelligence',
      ...(body === undefined
        ? {}
        : {
            'Content-Type': body.contentType,
            'Content-Length': body.pieces.reduce((sum, { byteLength }) => sum + byteLength, 0),
          }),
    },
  });
  asked.once('socket', (socket) => {
    const connected = (): void => void (progress.sent = true);
    if (!socket.connecting) connected();
    else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve);
    asked.on('error', reject);
    asked.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('an upgrade was not asked for'));
    });
  });
  for (const piece of body?.pieces ?? []) asked.write(piece);
  asked.end();
  return answered;
};
