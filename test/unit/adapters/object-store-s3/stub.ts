/** A server that answers whatever a test wants in place of S3, and a store before it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ExecutionContext } from 'ava';
import { openS3ObjectStore, type S3ObjectStore } from '../../../../src/adapters/object-store-s3/open-object-store.ts';
import { createClock } from '../../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import type { Timers } from '../../../../src/ports/basics.ts';
import { listening } from '../../../support/http/listening.ts';

export const settings = {
  region: 'us-east-1',
  bucket: 'pi-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type Stub = {
  readonly endpoint: string;
  readonly store: S3ObjectStore;
  /** The requests: `PUT /pi-1/ws_1/…`, and `if-free` behind it for a conditional write. */
  readonly asked: string[];
};

/** The handlers answer one request each, the last one all that follow. */
export const stub = async (
  t: ExecutionContext,
  handlers: readonly Handler[],
  timers: Timers = createTimers(),
): Promise<Stub> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const condition = request.headers['if-none-match'] === '*' ? ' if-free' : '';
    asked.push(`${request.method} ${request.url?.replace(/\?.*/, '')}${condition}`);
    request.resume().on('end', () => handlers[Math.min(asked.length, handlers.length) - 1]?.(request, response));
    request.on('error', () => undefined);
  });
  const { url: endpoint } = await listening(t, server);
  const store = openS3ObjectStore({ ...settings, endpoint, clock: createClock(), timers });
  t.teardown(async () => store.close());
  return { endpoint, store, asked };
};

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body = ''): Handler =>
  (_request, response) => {
    response.writeHead(code, headers).end(body);
  };

/** An answer of S3's that names an object. */
export const tagged = (size: number, body = ''): Handler =>
  status(200, { etag: '"1"', 'content-length': String(size) }, body);

/** An error as S3 puts it. */
export const refusal = (code: number, name: string, more = ''): Handler =>
  status(
    code,
    { 'content-type': 'application/xml' },
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${name}</Code><Message>no</Message>${more}</Error>`,
  );

export const reset: Handler = (request) => {
  request.socket.resetAndDestroy();
};
