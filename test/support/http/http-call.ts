/** One request over a real socket, as any client sends it. */
import { type Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';

export type HttpRequest = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** A text or bytes go out as they are; anything else as JSON. */
  readonly body?: unknown;
  /** One that keeps connections; each request has its own unless stated. */
  readonly agent?: Agent;
  /** Ends a call that takes too long: it rejects then. */
  readonly signal?: AbortSignal;
};

export type HttpAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As they came, compressed or not. */
  readonly bytes: Buffer;
  readonly text: string;
  /** The text as JSON; empty when it is none. */
  readonly body: Readonly<Record<string, unknown>>;
};

export type Origin = { readonly host: string; readonly port: number };

/** Rejects when there is no whole answer. */
export const httpCall = async (origin: Origin, asked: HttpRequest): Promise<HttpAnswer> => {
  const { method = 'GET', path, headers = {}, body, agent = false, signal } = asked;
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = body === undefined ? undefined : Buffer.from(raw ? body : JSON.stringify(body));
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const request = httpRequest({
    ...origin,
    method,
    path,
    agent,
    ...(signal === undefined ? {} : { signal }),
    headers: {
      ...(bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
      ...(headers as Record<string, string | string[]>),
    },
  });
  request.on('error', reject);
  request.on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('error', reject);
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const whole = Buffer.concat(chunks);
      const coded = response.headers['content-encoding'] === 'gzip' && whole.length > 0;
      const text = (coded ? gunzipSync(whole) : whole).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: whole, text, body: jsonOf(text) });
    });
  });
  request.end(bytes);
  return promise;
};

const jsonOf = (text: string): HttpAnswer['body'] => {
  try {
    return JSON.parse(text) as HttpAnswer['body'];
  } catch {
    return {};
  }
};
