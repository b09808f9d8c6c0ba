/** A provider of the image and speech calls that many products share. It honours no key: each call is a bill. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { listening } from '../http/listening.ts';
import { GATEWAY_KEY } from './serve-gateway.ts';
import { makeMedia, pngOf } from './outputs.ts';

type Call = {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
};

export type OpenAiOptions = {
  /** The body of an answer about a picture; `b64_json` unless stated. */
  readonly answer?: (picture: Buffer, origin: string) => string | Buffer;
  readonly speechType?: string;
  /** Answers so to all calls that make something. */
  readonly status?: number;
  /** Takes no other connection once it has begun to answer. */
  readonly leaves?: true;
};

export type ServedOpenAi = { readonly url: string; readonly calls: readonly Call[] };

export const serveOpenAi = async (
  t: Pick<ExecutionContext, 'teardown'>,
  { answer = inBase64, speechType = 'audio/wav', status = 200, leaves }: OpenAiOptions = {},
): Promise<ServedOpenAi> => {
  const calls: Call[] = [];
  let picture: Buffer = Buffer.alloc(0);

  const bodyOf = async ({ path, body }: Call, origin: string): Promise<readonly [string, string | Uint8Array]> => {
    if (path === '/made.png') return ['image/png', picture];
    if (path === '/v1/models') return ['application/json', '{"data":[]}'];
    if (path === '/v1/images/generations') {
      const [width = 0, height = 0] = String(body['size']).split('x').map(Number);
      picture = await pngOf(width, height, calls.length);
      return ['application/json', answer(picture, origin)];
    }
    const sound = await makeMedia({ makes: 'speech' }, []);
    return [speechType, 'failed' in sound ? '' : sound.content];
  };

  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      const text = (await buffer(request)).toString();
      const body = text === '' ? {} : (JSON.parse(text) as Call['body']);
      const call = { path: request.url ?? '', body, headers: request.headers };
      calls.push(call);
      const isAllowed = request.headers.authorization === `Bearer ${GATEWAY_KEY}` || call.path === '/made.png';
      const [contentType, content] = await bodyOf(call, `http://${request.headers.host ?? ''}`);
      if (leaves === true) server.close();
      const says = isAllowed ? (request.method === 'POST' ? status : 200) : 401;
      response.writeHead(says, { 'Content-Type': contentType }).end(content);
    };
    respond().catch(() => response.destroy());
  });
  const { url } = await listening(t, server);
  return { url: `${url}/v1`, calls };
};

const inBase64 = (picture: Buffer): string =>
  JSON.stringify({
    created: 1,
    data: [{ revised_prompt: 'a "b64_json": "x" b', b64_json: picture.toString('base64') }],
  });
