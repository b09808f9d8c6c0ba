/**
 * The double as a process: `node test/support/event-store-double/serve.ts [--port N] [--data FILE]`.
 * Prints its connection string, then `control http://…`. May be killed at any time and started again on the same file.
 *
 * Its faults, over HTTP with JSON: `POST /faults` (a FaultSpec) gives `{ id }`; `GET /faults/:id` gives `{ fired }`;
 * `POST /strike` (`{ kind }`) gives `{ struck }`; `GET /clear`.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { FaultHandle, Faults, FaultSpec, Strike } from './faults.ts';
import { type EventStoreDouble, startEventStoreDouble } from './start.ts';

const answer = async (faults: Faults, handles: FaultHandle[], request: IncomingMessage): Promise<unknown> => {
  const [, what, id] = (request.url ?? '/').split('/');
  if (what === 'clear') return faults.clear();
  if (id !== undefined) return { fired: handles[Number(id)]?.fired() };
  const body = await json(request);
  if (what === 'strike') return { struck: faults.strikeSubscriptions((body as { readonly kind: Strike }).kind) };
  return { id: handles.push(faults.next(body as FaultSpec)) - 1 };
};

/** Listens on a free port of this machine; its address. */
const startControl = async ({ faults }: EventStoreDouble): Promise<string> => {
  const handles: FaultHandle[] = [];
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body ?? {}));
    };
    answer(faults, handles, request).then(
      (body) => send(200, body),
      (error: unknown) => send(400, { error: String(error) }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const { values } = parseArgs({
  options: { port: { type: 'string' }, data: { type: 'string' } },
});

const double = await startEventStoreDouble(undefined, {
  port: Number(values.port ?? 0),
  ...(values.data !== undefined && { data: values.data }),
});
process.stdout.write(`${double.url}\ncontrol ${await startControl(double)}\n`);
