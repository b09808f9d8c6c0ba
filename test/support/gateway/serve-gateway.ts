/** A gateway on a socket of this machine, with the troubles that a test wishes for. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { listening } from '../http/listening.ts';
import { createGatewayDouble, type GatewayDouble, type GatewayOptions, type GatewayWork } from './gateway-double.ts';
import { makeMedia } from './outputs.ts';

export type Place = 'health' | 'submit' | 'poll' | 'lookup' | 'output' | 'cancel';

/** The call as it comes in; `key` where it has one. */
export type Coming = {
  readonly at: Place;
  readonly key: string | null;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
};

export type Trouble =
  /** Hangs up before anything is done. */
  | { readonly kind: 'reset' }
  /** Does it, then hangs up. */
  | { readonly kind: 'done-and-reset' }
  /** Does it, and answers after a while. */
  | { readonly kind: 'late'; readonly ms: number }
  /** Does it, and never answers. */
  | { readonly kind: 'silent' }
  /** Answers so, and does nothing unless `done`. */
  | {
      readonly kind: 'says';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly done?: true;
    }
  /** A body that ends too early, in the middle of a transfer. */
  | { readonly kind: 'torn' }
  /** A body that ends in good order, and too early. */
  | { readonly kind: 'short' }
  /** A body that never ends. */
  | { readonly kind: 'endless' }
  /** Takes a known key for new work. */
  | { readonly kind: 'twice' }
  /** Has never seen a key that it knows. */
  | { readonly kind: 'lies' };

export type ServedGateway = {
  /** The provider behind it. */
  readonly double: GatewayDouble;
  readonly url: string;
  /** Every call, in its order. */
  readonly calls: readonly Coming[];
  readonly close: () => Promise<void>;
};

/** It makes media unless stated. */
export type ServeOptions = Partial<GatewayOptions> & {
  /** One, or each that it takes. */
  readonly key?: string | readonly string[];
  readonly trouble?: (coming: Coming) => Trouble | undefined;
};

export const GATEWAY_KEY = 'CANARYk3yOfTheProvider9Q';

const NEVER_SEEN = JSON.stringify({ error: { code: 'never_seen' } });

export const serveGateway = async (
  t: Pick<ExecutionContext, 'teardown'>,
  { key = GATEWAY_KEY, trouble = () => undefined, make = makeMedia, ...rest }: ServeOptions = {},
): Promise<ServedGateway> => {
  const double = createGatewayDouble({ make, ...rest });
  const calls: Coming[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = placeOf(request);
    const body = await buffer(request);
    const coming = { at: asked.at, key: asked.key, path: request.url ?? '', headers: request.headers };
    calls.push(coming);
    const found = trouble(coming);
    if (found?.kind === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    if (found?.kind === 'says' && found.done !== true) {
      response.writeHead(found.status, found.headers).end(found.body);
      return;
    }
    const given = [key].flat().some((one) => request.headers.authorization === `Bearer ${one}`)
      ? await carryOut(double, asked, request, body, found)
      : SHUT;
    if (found?.kind === 'silent') return;
    if (found?.kind === 'late') await wait(found.ms);
    if (found?.kind === 'done-and-reset') request.socket.resetAndDestroy();
    else if (found?.kind === 'says') response.writeHead(found.status, found.headers).end(found.body);
    else send(response, given, found);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  const { url, close } = await listening(t, server);
  return { double, url: `${url}/v1`, calls, close };
};

type Asked = { readonly at: Place; readonly id: string; readonly key: string | null };
type Given = { readonly status: number; readonly contentType: string; readonly body: Uint8Array };

const json = (status: number, body: unknown): Given => ({
  status,
  contentType: 'application/json',
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

const SHUT = json(401, { error: { code: 'unauthorized' } });

const placeOf = ({ method, url = '', headers }: IncomingMessage): Asked => {
  const [, , thing, id = '', part] = url.split('/').map(decodeURIComponent);
  if (thing === 'keys') return { at: 'lookup', id, key: id };
  if (thing === 'health') return { at: 'health', id, key: null };
  if (method === 'POST') return { at: 'submit', id, key: String(headers['idempotency-key']) };
  if (method === 'DELETE') return { at: 'cancel', id, key: null };
  return { at: part === 'output' ? 'output' : 'poll', id, key: null };
};

const carryOut = async (
  gateway: GatewayDouble,
  { at, id, key }: Asked,
  request: IncomingMessage,
  body: Buffer,
  trouble: Trouble | undefined,
): Promise<Given> => {
  switch (at) {
    case 'health':
      return json(200, {});
    case 'submit': {
      const parts = await partsOf(request, body);
      return json(
        202,
        gateway.told(gateway.submit(key ?? '', parts.request, parts.pictures, trouble?.kind === 'twice')),
      );
    }
    case 'cancel':
      gateway.cancel(id);
      return json(200, {});
    default: {
      const work = at === 'lookup' ? gateway.byKey(id) : gateway.works.get(id);
      if (work === undefined || trouble?.kind === 'lies') return json(404, NEVER_SEEN);
      return at === 'output' ? outputOf(work) : told(gateway, work);
    }
  }
};

const told = async (gateway: GatewayDouble, work: GatewayWork): Promise<Given> => {
  const now = gateway.told(work);
  await gateway.step(work);
  return json(200, now);
};

const outputOf = ({ outcome }: GatewayWork): Given => {
  if (typeof outcome === 'string' || 'failed' in outcome) return json(404, NEVER_SEEN);
  return { status: 200, contentType: outcome.contentType, body: outcome.content };
};

const partsOf = async (request: IncomingMessage, body: Buffer) => {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'Content-Type': request.headers['content-type'] ?? '' },
  }).formData();
  const bytes = async (part: FormDataEntryValue): Promise<Uint8Array> =>
    typeof part === 'string' ? Buffer.from(part) : new Uint8Array(await part.arrayBuffer());
  const said = form.get('request') ?? '';
  const pictures = [...form.getAll('reference'), ...form.getAll('startFrame')];
  return {
    request: JSON.parse(Buffer.from(await bytes(said)).toString()) as Readonly<Record<string, unknown>>,
    pictures: await Promise.all(pictures.map(bytes)),
  };
};

const send = (response: ServerResponse, { status, contentType, body }: Given, trouble: Trouble | undefined): void => {
  const half = body.subarray(0, Math.floor(body.byteLength / 2));
  switch (trouble?.kind) {
    case 'torn':
      response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': body.byteLength });
      response.write(half, () => response.destroy());
      return;
    case 'short':
      response.writeHead(status, { 'Content-Type': contentType }).end(half);
      return;
    case 'endless': {
      response.writeHead(status, { 'Content-Type': contentType });
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 120)));
      };
      response.on('drain', more);
      more();
      return;
    }
    default:
      response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': body.byteLength }).end(body);
  }
};
