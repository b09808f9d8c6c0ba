/**
 * The faults of a double that runs as a process of its own, over HTTP with JSON:
 * `POST /faults` (a FaultSpec; `times: null` for ever) gives `{ id }`; `GET /faults/:id` gives `{ fired }`;
 * `POST /faults/:id/release`, `DELETE /faults/:id`, `POST /strike` (`{ kind, streams }`, gives `{ struck }`),
 * `POST /clear`, `GET /open` (`{ subscriptions, reads }`).
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { FaultHandle, FaultSpec, Strike } from './faults.ts';
import type { EventStoreDouble } from './start.ts';

type Target = Pick<EventStoreDouble, 'faults'>;
type Handles = Map<string, FaultHandle>;

type SentSpec = Omit<FaultSpec, 'times'> & { readonly times?: number | null };

const arm = ({ faults }: Target, handles: Handles, { times, ...spec }: SentSpec): unknown => {
  const id = String(handles.size + 1);
  handles.set(id, faults.next({ ...spec, times: times === null ? Infinity : (times ?? 1) }));
  return { id };
};

const ofHandle = (method: string, action: string | undefined, handle: FaultHandle): unknown => {
  if (action === 'release') handle.release();
  else if (method === 'DELETE') handle.cancel();
  return { fired: handle.fired() };
};

const answer = async (target: Target, handles: Handles, request: IncomingMessage): Promise<unknown> => {
  const { method = 'GET', url = '/' } = request;
  const [, what, id, action] = url.split('/');
  const handle = handles.get(id ?? '');
  if (what === 'faults' && handle !== undefined) return ofHandle(method, action, handle);
  if (what === 'open') {
    return { subscriptions: target.faults.openSubscriptions(), reads: target.faults.openReads() };
  }
  if (what === 'clear') return target.faults.clear();
  if (method !== 'POST') return undefined;
  const body = await json(request);
  if (what === 'faults') return arm(target, handles, body as SentSpec);
  const { kind, streams } = body as { kind: Strike; streams?: string };
  return what === 'strike' ? { struck: target.faults.strikeSubscriptions(kind, streams) } : undefined;
};

export type Control = { readonly url: string; close(): void };

/** Listens on a free port of this machine. */
export const startControl = async (target: Target): Promise<Control> => {
  const handles: Handles = new Map();
  const server: Server = createServer((request, response) => {
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body ?? {}));
    };
    answer(target, handles, request).then(
      (body) => send(200, body),
      (error: unknown) => send(400, { error: String(error) }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
