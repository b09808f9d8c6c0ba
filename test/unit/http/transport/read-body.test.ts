/** How bodies are received: by pieces, within bounds that hold for the whole process. */
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import test from 'ava';
import { isRefusal } from '../../../../src/http/errors/refusal.ts';
import { type BodyBounds, createBodyBudget } from '../../../../src/http/transport/body-budget.ts';
import { createBodyReader, hasBody } from '../../../../src/http/transport/read-body.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { createHastyTimers } from '../../../support/kernel/hasty-timers.ts';

type Sending = PassThrough & { headers: Record<string, string> };

const sending = (headers: Record<string, string> = {}): Sending & IncomingMessage =>
  Object.assign(new PassThrough(), {
    headers: { 'transfer-encoding': 'chunked', 'content-type': 'application/json', ...headers },
  }) as unknown as Sending & IncomingMessage;

const GENEROUS: BodyBounds = { bytesMax: 1_000_000, bytesPerUserMax: 1_000_000 };

/** Reads bodies as text, within bounds that they share. */
const reader = (bounds: BodyBounds = GENEROUS) => {
  const readBody = createBodyReader(createHastyTimers(), createBodyBudget(bounds));
  return async (req: IncomingMessage, bytesMax: number, userKey = 'alice'): Promise<unknown> => {
    const res = { writeContinue: () => undefined };
    return readBody({ req, res }, { bytesMax, userKey }, (bytes) => bytes?.toString() ?? 'nothing');
  };
};

const turn = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const codeOf = (answer: unknown): unknown => (isRefusal(answer) ? answer.code : answer);

test('a body is there when its headers say so', (t) => {
  t.true(hasBody(sending()));
  t.true(hasBody({ headers: { 'content-length': '1' } }));
  t.false(hasBody({ headers: { 'content-length': '0' } }));
  t.false(hasBody({ headers: {} }));
});

test('a body may come in any pieces, also in the middle of a character', async (t) => {
  const text = JSON.stringify({ name: 'Ä🎬' });
  for (const size of [1, 2, 3, 1_000]) {
    const request = sending();
    const read = reader()(request, 100);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) request.write(bytes.subarray(at, at + size));
    request.end();
    t.is(await read, text);
  }
});

test('a body that grows past its bound is not read to the end', async (t) => {
  const request = sending();
  const read = reader()(request, 10);
  request.write('{"a":"0123456789');
  t.is(codeOf(await read), 'body_too_large');
  request.end('more');
});

test('a body that is announced too large is not waited for', async (t) => {
  t.is(codeOf(await reader()(sending({ 'content-length': '11' }), 10)), 'body_too_large');
});

test('a body whose sender has gone is none', async (t) => {
  const [gone, going] = [sending(), sending()];
  gone.destroy();
  t.is(codeOf(await reader()(gone, 10)), 'malformed_request');
  const reading = reader()(going, 10);
  going.destroy();
  t.is(codeOf(await reading), 'malformed_request');
});

test('no body, and chunks of nothing, are the same', async (t) => {
  const none = Object.assign(sending(), { headers: {} });
  t.is(await reader()(none, 10), 'nothing');
  const empty = sending();
  empty.end();
  t.is(await reader()(empty, 10), 'nothing');
});

test('a client that waits to be asked for its body is asked when it is wanted', async (t) => {
  let asked = 0;
  const readBody = createBodyReader(createHastyTimers(), createBodyBudget(GENEROUS));
  const req = sending({ expect: '100-Continue' });
  const res = { writeContinue: () => (asked += 1) };
  const read = readBody({ req, res }, { bytesMax: 100, userKey: 'alice' }, (bytes) => bytes?.toString());
  t.is(asked, 1);
  req.end('{}');
  t.is(await read, '{}');
});

test('past the bound of all, the body of the user with the most bytes gives way that began first', async (t) => {
  const read = reader({ bytesMax: 30, bytesPerUserMax: 100 });
  const [early, first, second, other] = [sending(), sending(), sending(), sending()];
  const reads = [read(early, 100, 'bob'), read(first, 100), read(second, 100), read(other, 100, 'bob')];
  early.write('12345');
  first.write('1234567890');
  second.write('1234567890');
  await turn();
  other.write('123456');
  t.is(codeOf(await reads[1]), 'request_timeout', 'alice holds the most, and this one has been coming for longest');
  for (const request of [early, second, other]) request.end('.');
  t.deepEqual(await Promise.all([reads[0], reads[2], reads[3]]), ['12345.', '1234567890.', '123456.']);
});

test('past the bound of one user, only bodies of that user give way', async (t) => {
  const read = reader({ bytesMax: 100, bytesPerUserMax: 20 });
  const [large, first, second] = [sending(), sending(), sending()];
  const reads = [read(large, 100, 'bob'), read(first, 100), read(second, 100)];
  large.write('12345678901234567890');
  first.write('12345678901');
  await turn();
  second.write('1234567890');
  t.is(codeOf(await reads[1]), 'request_timeout');
  large.end();
  second.end();
  t.deepEqual(await Promise.all([reads[0], reads[2]]), ['12345678901234567890', '1234567890']);
});

test('a body that is whole gives way no more, and its bytes count until it was used', async (t) => {
  const readBody = createBodyReader(createHastyTimers(), createBodyBudget({ bytesMax: 20, bytesPerUserMax: 100 }));
  const used = Promise.withResolvers<string>();
  const read = async (req: IncomingMessage, use: () => Promise<string> | string): Promise<unknown> =>
    readBody({ req, res: { writeContinue: () => undefined } }, { bytesMax: 100, userKey: 'alice' }, use);
  const whole = sending();
  const using = read(whole, async () => used.promise);
  whole.end('123456789012345');
  await turn();
  await turn();
  const second = sending();
  const reading = read(second, () => 'read');
  second.write('1234567890');
  t.is(codeOf(await reading), 'request_timeout', 'there is no other one to give way');
  used.resolve('used');
  t.is(await using, 'used');
  const third = sending();
  third.end('12345678901234567890');
  t.is(await read(third, () => 'read'), 'read', 'and what they held is given back');
});

test('a large body is put together over several turns', async (t) => {
  const hasty = createHastyTimers();
  let turns = 0;
  const nextTurn = async (): Promise<void> => {
    turns += 1;
    return hasty.nextTurn();
  };
  const req = sending();
  const readBody = createBodyReader({ nextTurn });
  const terms = { bytesMax: limits.bodyBytesStoryboardMax, userKey: 'ann' };
  const res = { writeContinue: () => undefined };
  const read = readBody({ req, res }, terms, (bytes) => bytes);
  const whole = Buffer.alloc(3 * limits.bodySliceBytes, 'abc');
  req.end(whole);
  const bytes = await read;
  t.true(Buffer.isBuffer(bytes) && bytes.equals(whole));
  // The chunks of a stream decide how many.
  t.true(turns >= 1, `${turns} turns`);
});

test('a body that is being put together is whole: another one gives way', async (t) => {
  const slice = limits.bodySliceBytes;
  const budget = createBodyBudget({ bytesMax: 4 * slice, bytesPerUserMax: 4 * slice });
  const terms = (userKey: string) => ({ bytesMax: limits.bodyBytesStoryboardMax, userKey });
  const res = { writeContinue: () => undefined };
  const hasty = createHastyTimers();
  let other: Promise<unknown> | undefined;
  const late = sending();
  const readOther = async () => createBodyReader(hasty, budget)({ req: late, res }, terms('bob'), () => 'read');
  const nextTurn = async (): Promise<void> => {
    if (other === undefined) {
      other = readOther();
      late.end(Buffer.alloc(2 * slice));
      await other;
    }
  };
  const req = sending();
  const read = createBodyReader({ nextTurn }, budget)({ req, res }, terms('ann'), () => 'read');
  req.end(Buffer.alloc(3 * slice));
  t.is(await read, 'read');
  const given = await other;
  t.true(isRefusal(given) && given.code === 'request_timeout');
});
