/** A client of a service at some address: what it sends is JSON under a token, what it gets is held to the contract. */
import { Agent } from 'node:http';
import { undeclared } from './http-conformance.ts';
import { type HttpAnswer, httpCall, type HttpRequest } from './http-call.ts';

export type Headers = NonNullable<HttpRequest['headers']>;

/** Paths without a leading slash are under `/api/v1/`. Rejects on an answer that is not as declared, and on none. */
export type Client = {
  readonly get: (path: string, headers?: Headers) => Promise<HttpAnswer>;
  readonly post: (path: string, body?: unknown, headers?: Headers) => Promise<HttpAnswer>;
  readonly put: (path: string, body: unknown, headers?: Headers) => Promise<HttpAnswer>;
  readonly delete: (path: string, headers?: Headers) => Promise<HttpAnswer>;
  /** The same caller in another workspace. */
  readonly within: (workspaceId: string) => Client;
};

/**
 * Kept connections, as a browser or a server would; `close` of the agent is not needed, idle ones do not hold a test.
 */
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** `patienceMs`: how long an answer may take; for ever unless stated. */
export const createClient = (baseUrl: string, token: string, workspaceId?: string, patienceMs?: number): Client => {
  const { hostname, port } = new URL(baseUrl);
  const origin = { host: hostname, port: Number(port) };
  const always = {
    authorization: `Bearer ${token}`,
    ...(workspaceId === undefined ? {} : { 'x-workspace-id': workspaceId }),
  };

  const send = async (method: string, path: string, body?: unknown, headers: Headers = {}): Promise<HttpAnswer> => {
    const target = path.startsWith('/') ? path : `/api/v1/${path}`;
    const signal = patienceMs === undefined ? {} : { signal: AbortSignal.timeout(patienceMs) };
    const request = { method, path: target, body, headers: { ...always, ...headers }, agent, ...signal };
    const answer = await httpCall(origin, request);
    const [finding] = undeclared(method, target, answer);
    if (finding !== undefined) throw new Error(`${method} ${target}: ${finding}: ${answer.text.slice(0, 500)}`);
    return answer;
  };

  return Object.freeze({
    get: async (path: string, headers?: Headers) => send('GET', path, undefined, headers),
    post: async (path: string, body?: unknown, headers?: Headers) => send('POST', path, body, headers),
    put: async (path: string, body: unknown, headers?: Headers) => send('PUT', path, body, headers),
    delete: async (path: string, headers?: Headers) => send('DELETE', path, undefined, headers),
    within: (other: string) => createClient(baseUrl, token, other, patienceMs),
  });
};
