/** The outcome of a submission, for every way in which a provider may answer it or not. */
import { createServer } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import { isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Engine } from '../../../../src/ports/engine.ts';
import { remoteEngine } from '../../../support/gateway/remote-engine.ts';
import { GATEWAY_KEY, serveGateway, type ServedGateway, type Trouble } from '../../../support/gateway/serve-gateway.ts';
import { listening } from '../../../support/http/listening.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { noScratch } from '../../../support/process/no-scratch.ts';
import { requestOf } from '../../../support/engines/painter.ts';

/** A body with words that no error may repeat. */
const SAYS = JSON.stringify({ error: { code: 'overloaded', message: `SECRETBODY ${GATEWAY_KEY}` } });
const JSON_TYPE = { 'Content-Type': 'application/json' };

const says = (status: number, body = 'SECRETBODY', headers: Readonly<Record<string, string>> = {}): Trouble => ({
  kind: 'says',
  status,
  headers,
  body,
});

const AWAY = { Location: 'http://127.0.0.1:1/' };
const taken = (status: number) =>
  [`${status}, and it was done`, { ...says(status, '', AWAY), done: true } as Trouble, 'unknown_outcome', 1] as const;

/** By trouble: the fault, and how many bills there are. */
const rows: readonly (readonly [string, Trouble, fault: string, bills: number])[] = [
  ...[400, 409, 413, 415, 422].map((status) => [`${status}`, says(status), 'rejected', 0] as const),
  ...[401, 402, 403, 404, 425, 429].map((status) => [`${status}`, says(status), 'unavailable', 0] as const),
  ...[301, 307, 308].map((status) => [`${status}`, says(status, '', AWAY), 'unavailable', 0] as const),
  // The answer to a form that was taken may be another page.
  ...[300, 302, 303, 304, 499].map((status) => taken(status)),
  ['a 503 of the provider', says(503, SAYS, JSON_TYPE), 'unavailable', 0],
  ['a 503 of a proxy', says(503, '<h1>SECRETBODY</h1>'), 'unknown_outcome', 0],
  ...[408, 500, 502, 504].map((status) => [`${status}`, says(status), 'unknown_outcome', 0] as const),
  ['a 504 of a proxy, behind which it was done', { ...says(504), done: true } as Trouble, 'unknown_outcome', 1],
  ['a connection that is reset', { kind: 'reset' }, 'unknown_outcome', 0],
  ['work that is taken, and a connection that is reset', { kind: 'done-and-reset' }, 'unknown_outcome', 1],
  ['an answer that breaks off', { kind: 'torn' }, 'unknown_outcome', 1],
  ['an answer that is cut short', { kind: 'short' }, 'unknown_outcome', 1],
  ['an answer without an end', { kind: 'endless' }, 'unknown_outcome', 1],
  ['an answer without a name', { ...says(202, '{}', JSON_TYPE), done: true } as Trouble, 'unknown_outcome', 1],
  [
    'a name that is an address',
    { ...says(202, '{"id":"../x","state":"running"}'), done: true } as Trouble,
    'unknown_outcome',
    1,
  ],
  [
    'a compressed answer',
    { ...says(202, 'x', { 'Content-Encoding': 'gzip' }), done: true } as Trouble,
    'unknown_outcome',
    1,
  ],
];

const given = async (t: ExecutionContext, trouble: Trouble | undefined) => {
  const served = await serveGateway(t, { trouble: ({ at }) => (at === 'submit' ? trouble : undefined) });
  return { double: served.double, served };
};

const perform = async (engine: Engine, signal = new AbortController().signal): Promise<unknown> =>
  engine
    .perform('hold.0.1.0', requestOf({ width: 8, height: 8 }), noScratch.open(), signal)
    .catch((error: unknown) => error);

/** Everything that a log may make of an error. */
const allOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, error.stack, JSON.stringify(error), allOf(error.cause)].join(' ')
    : (JSON.stringify(error) ?? '');

/** Where an engine says otherwise than the table. */
const wrong = async (t: ExecutionContext, engineAt: (url: string) => Engine): Promise<readonly string[]> => {
  const findings: string[] = [];
  for (const [name, trouble, fault, bills] of rows) {
    const { double, served } = await given(t, trouble);
    const error = await perform(engineAt(served.url));
    if (!isFault(error) || error.code !== fault)
      findings.push(`${name}: ${isFault(error) ? error.code : String(error)}`);
    if (/SECRETBODY|CANARY/.test(allOf(error))) findings.push(`${name}: the error tells too much`);
    if (double.bills.length !== bills) findings.push(`${name}: ${double.bills.length} bills`);
    if (served.calls.length !== 1) findings.push(`${name}: called ${served.calls.length} times`);
  }
  return findings;
};

test('each answer to a submission is what it says: refused for good, nothing done, or unknown', async (t) => {
  t.deepEqual(await wrong(t, (url) => remoteEngine(t, { url })), []);
});

test('sabotage: an engine that takes a broken connection for nothing done is found', async (t) => {
  const found = await wrong(t, (url) => {
    const engine = remoteEngine(t, { url });
    return {
      ...engine,
      perform: async (...asked) =>
        engine.perform(...asked).catch((error: unknown) => {
          if (isFault(error, 'unknown_outcome')) throw Object.assign(error, { code: 'unavailable' });
          throw error;
        }),
    };
  });
  t.true(found.includes('a connection that is reset: unavailable'), found.join());
  t.true(found.includes('a 503 of a proxy: unavailable'));
});

test('an address where nothing listens has got nothing: the engine is unavailable', async (t) => {
  const { port, close } = await listening(t, createServer());
  await close();
  for (const url of [`http://127.0.0.1:${port}`, `https://127.0.0.1:${port}`, 'http://no-such-host.invalid']) {
    const error = await perform(remoteEngine(t, { url }));
    t.true(isFault(error, 'unavailable'), String(error));
    t.false(allOf(error).includes(GATEWAY_KEY));
  }
});

test('a server without TLS has got nothing that was for one with it', async (t) => {
  const { served } = await given(t, undefined);
  t.true(isFault(await perform(remoteEngine(t, { url: served.url.replace('http:', 'https:') })), 'unavailable'));
  t.deepEqual(served.calls, []);
});

const heard = async ({ calls }: ServedGateway): Promise<void> =>
  eventually('the provider has the call', async () => Promise.resolve(calls.length > 0));

test('a provider that never answers leaves the outcome unknown at the deadline, and is billed once', async (t) => {
  const { double, served } = await given(t, { kind: 'silent' });
  const { clock, timers, advance } = createFakeClock();
  const asked = perform(remoteEngine(t, { url: served.url }, { clock, timers }));
  await heard(served);
  await eventually('it has done the work', async () => Promise.resolve(double.bills.length === 1));
  await advance(limits.remoteSubmitMs);
  t.true(isFault(await asked, 'unknown_outcome'));
});

test('a call that is called off ends at once', async (t) => {
  const { served } = await given(t, { kind: 'silent' });
  const off = new AbortController();
  const asked = perform(remoteEngine(t, { url: served.url }), off.signal);
  await heard(served);
  off.abort();
  t.true(isFault(await asked, 'cancelled'));
});

test('the key and the attempt key travel as headers, and nothing else of the configuration', async (t) => {
  const { served } = await given(t, undefined);
  await perform(remoteEngine(t, { url: served.url }));
  const [{ headers } = { headers: {} }] = served.calls;
  t.like(headers, { authorization: `Bearer ${GATEWAY_KEY}`, 'idempotency-key': 'hold.0.1.0' });
});

test('a redirect is not followed: no other host gets the key or the request', async (t) => {
  const other = await given(t, undefined);
  const { served } = await given(t, says(307, '', { Location: `${other.served.url}/works` }));
  t.true(isFault(await perform(remoteEngine(t, { url: served.url })), 'unavailable'));
  t.deepEqual(other.served.calls, []);
});

test('a request of too many bytes is refused before anything is sent', async (t) => {
  const { served } = await given(t, undefined);
  const references = [new Uint8Array(limits.remoteRequestBytesMax)];
  const engine = remoteEngine(t, { url: served.url });
  const request = { ...requestOf({ width: 8, height: 8 }), references };
  await t.throwsAsync(engine.perform('key', request, noScratch.open(), new AbortController().signal), {
    message: /bytes/,
  });
  t.deepEqual(served.calls, []);
});
