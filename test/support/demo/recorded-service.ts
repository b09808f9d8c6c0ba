/**
 * The service of the demo: the answers of one run on the real service, told again in their order. A test may change any
 * of them on its way out, and so show that the demo notices.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { operationAt } from '../http/http-conformance.ts';
import { listening } from '../http/listening.ts';
import type { Owner } from '../process/of-file.ts';

/** `body`: JSON, or the bytes of a picture or film. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** `what`: the operation, or `picture` and `film`; the answer that goes out in the place of the recorded one. */
export type Spoil = (what: string, answer: Answer) => Answer;

/** By method and address. */
export type Recording = ReadonlyMap<string, readonly Answer[]>;

type Ask = (call: string, request: IncomingMessage) => Promise<Answer>;

const serve = async (t: Owner, ask: Ask): Promise<string> => {
  const server = createServer((request, response) => {
    ask(`${request.method} ${request.url}`, request).then(
      ({ status, headers, body }) => {
        response.writeHead(status, headers);
        response.end(body instanceof Uint8Array ? body : JSON.stringify(body));
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  return (await listening(t, server)).url;
};

const SENT = ['authorization', 'content-type', 'x-workspace-id', 'idempotency-key', 'prefer', 'if-none-match'];
const TOLD = ['content-type', 'etag', 'idempotent-replayed', 'retry-after'];

/** Passes requests on to a service, and keeps its answers. Addresses in them are made relative. */
export const startRecording = async (t: Owner, serviceUrl: string) => {
  const recording = new Map<string, Answer[]>();
  const baseUrl = await serve(t, async (call, request) => {
    const headers = new Headers();
    for (const name of SENT) if (name in request.headers) headers.set(name, String(request.headers[name]));
    const body = request.method === 'GET' ? null : new Uint8Array(await buffer(request));
    const method = request.method ?? '';
    const given = await fetch(new URL(request.url ?? '', serviceUrl), { method, headers, body });
    const answer = await recorded(given, serviceUrl);
    recording.set(call, [...(recording.get(call) ?? []), answer]);
    return answer;
  });
  return { baseUrl, recording };
};

const recorded = async (given: Response, serviceUrl: string): Promise<Answer> => {
  const { status } = given;
  const headers = Object.fromEntries([...given.headers].filter(([name]) => TOLD.includes(name)));
  const bytes = Buffer.from(await given.arrayBuffer());
  if (!isJson(headers)) return { status, headers, body: bytes };
  return { status, headers, body: JSON.parse(bytes.toString().replaceAll(serviceUrl, '')) as unknown };
};

const isJson = (headers: Answer['headers']): boolean =>
  headers['content-type']?.startsWith('application/json') === true;

/** Tells a recording again. A call that was recorded less often is answered as at the last time. */
export const replay = async (t: Owner, recording: Recording, spoil: Spoil): Promise<string> => {
  const told = new Map<string, number>();
  return serve(t, async (call) => {
    const answers = recording.get(call) ?? [];
    const times = told.get(call) ?? 0;
    const answer = answers[Math.min(times, answers.length - 1)];
    if (answer === undefined) throw new Error(`the recording has no ${call}`);
    const spoilt = answer.status === 304 ? answer : spoil(nameOf(call, answer), answer);
    // A refusal in the place of an answer leaves that for the next try.
    if (spoilt.status < 400) told.set(call, times + 1);
    return Promise.resolve(spoilt);
  });
};

const nameOf = (call: string, { headers }: Answer): string => {
  if (!isJson(headers)) return headers['content-type'] === 'video/mp4' ? 'film' : 'picture';
  const [method = '', path = ''] = call.split(' ');
  return operationAt(method, path)?.operationId ?? call;
};
