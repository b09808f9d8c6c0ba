/** How bodies are received: by pieces, within bounds that hold for the whole process. */
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import test from 'ava';
import { isRefusal } from '../../../../src/http/errors/refusal.ts';
import { createBodyReader, hasBody } from '../../../../src/http/transport/read-body.ts';

type Sending = PassThrough & { headers: Record<string, string> };

const sending = (headers: Record<string, string> = {}): Sending & IncomingMessage =>
  Object.assign(new PassThrough(), {
    headers: { 'transfer-encoding': 'chunked', 'content-type': 'application/json', ...headers },
  }) as unknown as Sending & IncomingMessage;

const codeOf = (answer: unknown): unknown => (isRefusal(answer) ? answer.code : answer);

test('a body is there when its headers say so', (t) => {
  t.true(hasBody(sending()));
  t.true(hasBody({ headers: { 'content-length': '1' } } as unknown as IncomingMessage));
  t.false(hasBody({ headers: { 'content-length': '0' } } as unknown as IncomingMessage));
  t.false(hasBody({ headers: {} } as unknown as IncomingMessage));
});

test('a body may come in any pieces, also in the middle of a character', async (t) => {
  const text = JSON.stringify({ name: 'Ä🎬' });
  for (const size of [1, 2, 3, 1_000]) {
    const request = sending();
    const read = createBodyReader()(request, 100);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) request.write(bytes.subarray(at, at + size));
    request.end();
    t.deepEqual(await read, { name: 'Ä🎬' });
  }
});

test('a body that grows past its bound is not read to the end', async (t) => {
  const request = sending();
  const read = createBodyReader()(request, 10);
  request.write('{"a":"0123456789');
  t.is(codeOf(await read), 'body_too_large');
  request.end('more');
});

test('all bodies together are bounded, by what has arrived', async (t) => {
  const readBody = createBodyReader(20);
  const [first, second] = [sending({ 'content-length': '1000000' }), sending()];
  const readFirst = readBody(first, 1_000_000);
  const readSecond = readBody(second, 1_000_000);
  first.write('{"a":"012345');
  await new Promise((resolve) => setImmediate(resolve));
  second.write('{"a":"012345');
  t.is(codeOf(await readSecond), 'malformed_request', 'who brings it over the bound is cut off');
  t.true(second.destroyed);
  first.write('6789012345678');
  t.is(codeOf(await readFirst), 'malformed_request');
  const third = sending();
  third.end('{}');
  t.deepEqual(await readBody(third, 100), {}, 'and what they held is given back');
});

test('while there is no room, nobody begins', async (t) => {
  const readBody = createBodyReader(10);
  const first = sending();
  const reading = readBody(first, 100);
  first.write('{"a":"0123'.slice(0, 10));
  await new Promise((resolve) => setImmediate(resolve));
  t.is(codeOf(await readBody(sending(), 100)), 'service_unavailable');
  first.destroy();
  t.is(codeOf(await reading), 'malformed_request');
});
