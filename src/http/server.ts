/** The HTTP server: limits on connections and header sections, and a stop that loses no answer. */
import { createServer, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { newId } from '../kernel/ids.ts';
import { limits } from '../kernel/limits.ts';
import type { Timers } from '../ports/basics.ts';
import { type AppDependencies, createApp, serviceEndpoints } from './app.ts';
import type { HttpDependencies } from './dependencies.ts';
import { probeEndpoints } from './routes/probes.ts';
import type { Endpoint } from './routes/router.ts';
import { answerClientError } from './transport/client-error.ts';
import { type Connections, createConnections, tellOfCuts, watchConnections } from './transport/connections.ts';

export type HttpServer = {
  /** Resolves with the address once connections are taken; port 0 takes any free one. */
  listen(host: string, port: number): Promise<{ readonly host: string; readonly port: number }>;
  /**
   * Takes no more connections, ends answers that are held open, lets the others finish for at most
   * `limits.shutdownGraceMs`, then cuts. May be called twice.
   */
  close(): Promise<void>;
};

export const serverOptions: ServerOptions = {
  maxHeaderSize: limits.headerBytesMax,
  headersTimeout: limits.headersTimeoutMs,
  requestTimeout: limits.requestTimeoutMs,
  connectionsCheckingInterval: limits.connectionsCheckMs,
  keepAliveTimeout: limits.keepAliveMs,
  // The transport gate asks for a Host, with an answer that says why.
  requireHostHeader: false,
};

type ServerDependencies = Pick<HttpDependencies, 'ids' | 'timers' | 'clock' | 'logger' | 'metrics'>;

export const createHttpServer = (deps: HttpDependencies): HttpServer => {
  const stopping = new AbortController();
  const longBodies = new WeakSet<Duplex>();
  const server = serve(serviceEndpoints({ ...deps, longBodies }, stopping.signal), stopping, deps, longBodies);
  const close = async (): Promise<void> => {
    await server.close();
    await deps.bodyThread.close();
  };
  return Object.freeze({ ...server, close });
};

/** For a process without the role `api`: health and metrics. */
export const createProbeServer = (
  deps: AppDependencies & ServerDependencies & Pick<HttpDependencies, 'probes'>,
): HttpServer => serve(probeEndpoints(deps.probes), new AbortController(), deps);

const serve = (
  endpoints: readonly Endpoint[],
  stopping: AbortController,
  deps: AppDependencies & ServerDependencies,
  longBodies: WeakSet<Duplex> = new WeakSet(),
): HttpServer => {
  const nextId = (): string => newId('rid', deps.ids);
  const callback = createApp(endpoints, deps, nextId).callback();
  const connections = createConnections(deps.clock, tellOfCuts(deps));
  const server = createServer(serverOptions, (request, response) => {
    connections.asked(request, response);
    // Koa answers whatever happens: its promise never rejects.
    callback(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => connections.opened(socket));
  server.maxHeadersCount = limits.headersMax;
  server.maxRequestsPerSocket = limits.requestsPerSocketMax;
  // A client that is refused before its body is asked for sends none: the next bytes of its connection are ambiguous.
  server.on('checkContinue', (request, response) => {
    response.shouldKeepAlive = false;
    server.emit('request', request, response);
  });
  // An expectation that we do not know may be ignored (RFC 9110, section 10.1.1): 417 would have no body of ours.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error, socket) => answerClientError(error, socket, nextId(), longBodies));

  const watching = new AbortController();
  let watched: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await close(server, stopping, connections, deps);
    watching.abort();
    await watched;
  };
  let closing: Promise<void> | undefined;
  return Object.freeze({
    listen: async (host: string, port: number) => {
      const address = await listen(server, host, port);
      watched = watchConnections(connections, deps, watching.signal);
      return address;
    },
    close: async () => (closing ??= end()),
  });
};

const listen = async (server: Server, host: string, port: number): Promise<{ host: string; port: number }> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, () => resolve());
  await promise;
  server.off('error', reject);
  // A server that listens on a port has such an address.
  const address = server.address() as AddressInfo;
  return { host: address.address, port: address.port };
};

const close = async (
  server: Server,
  stopping: AbortController,
  connections: Connections,
  { timers }: { readonly timers: Timers },
): Promise<void> => {
  stopping.abort();
  if (!server.listening) return;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  const answering = [...connections.answering()];
  for (const response of answering) {
    // A client that kept the connection would find it cut under its next request.
    response.shouldKeepAlive = false;
    // For answers that had begun it is too late to say so: their connections go once they are idle.
    response.once('close', () => {
      timers.nextTurn().then(
        () => server.closeIdleConnections(),
        () => undefined,
      );
    });
  }
  // Also those that have never sent a request, which Node does not count as idle.
  const busy = new Set(answering.map(({ socket }) => socket));
  for (const socket of connections.open()) if (!busy.has(socket)) socket.destroy();
  const grace = new AbortController();
  const cut = timers.sleep(limits.shutdownGraceMs, grace.signal).then(
    () => server.closeAllConnections(),
    // Everything was answered in time.
    () => undefined,
  );
  await closed;
  grace.abort();
  await cut;
};
