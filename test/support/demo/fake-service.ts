/**
 * The service as its contract declares it, played by a script: no engine, no store, every answer made up. It is there
 * to show that a client notices when one of them is wrong: `spoil` may change any answer on its way out.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { ExecutionContext } from 'ava';
import { listening } from '../http/listening.ts';
import { createFakeStory, type FakeAnswer } from './fake-service-story.ts';

export type { FakeAnswer };

/** `what`: e.g. `GET job`; the answer that goes out in its place. */
export type Spoil = (what: string, answer: FakeAnswer) => FakeAnswer;

export type FakeService = { readonly baseUrl: string; readonly stop: () => Promise<void> };

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? undefined : (JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown);
};

export const createFakeService = async (
  t: ExecutionContext,
  spoil: Spoil = (_, answer) => answer,
): Promise<FakeService> => {
  const story = await createFakeStory();
  const server = createServer((request, response) => {
    const answerIt = async (): Promise<void> => {
      const body = await readBody(request);
      const found = story(`${request.method} ${request.url}`, body);
      const { status, headers = {}, body: sent } = spoil(found.what, found.answer);
      const isBytes = sent instanceof Uint8Array;
      response.writeHead(status, { 'content-type': isBytes ? 'image/png' : 'application/json', ...headers });
      response.end(isBytes ? sent : JSON.stringify(sent));
    };
    answerIt().catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  const { url, close } = await listening(t, server);
  return { baseUrl: url, stop: close };
};
