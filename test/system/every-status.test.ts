/**
 * Every status that the served document has for an operation is really answered by a service: by requests that any
 * operation is refused for, and by a story of each. An operation that is added brings its statuses along, and without
 * a request for each of them this test fails.
 */
import test, { type ExecutionContext } from 'ava';
import type { Operation } from '../../src/http/contract/operation.ts';
import { operations } from '../../src/http/contract/operations/registry.ts';
import { routes } from '../../src/http/routes/index.ts';
import { serverOptions } from '../../src/http/server.ts';
import { Fault } from '../../src/kernel/faults.ts';
import { givenApi } from '../spec/api-spec.ts';
import { createFakeClock } from '../support/kernel/fake-clock.ts';
import { givenService } from '../support/service/real-service.ts';
import { meetGates, reuseKey } from './every-status/gates.ts';
import { createRecord, documentedIn, headersBeyond, type Record } from './every-status/record.ts';
import * as stories from './every-status/stories.ts';
import { tellWebhooks } from './every-status/webhooks.ts';
import { callbackOf, givenStatusWorld } from './every-status/world.ts';

const missingFrom = (documented: readonly string[], { given }: Record): readonly string[] =>
  documented.filter((place) => !given.has(place));

/** 408 for bodies that do not come; the server waits less for them here. */
const waitForBodies = async (t: ExecutionContext, record: Record): Promise<void> => {
  const usual = { ...serverOptions };
  Object.assign(serverOptions, { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 });
  const { baseUrl, token, core } = await givenService(t);
  Object.assign(serverOptions, usual);
  const authorization = `Bearer ${await token()}`;
  const sending = operations.filter(({ method }) => method !== 'GET');
  const headers = { authorization, 'content-type': 'application/json', 'content-length': '9', 'idempotency-key': 'k' };
  const callback = callbackOf(core, { jobId: 'job_x', attemptKey: 'hld_x.0.1.0' });
  const pathOf = ({ path, anyBody }: Operation): string =>
    anyBody === true ? `/api/v1/${callback}` : path.replaceAll(/\{\w+\}/g, 'x');
  await Promise.all(
    sending.map(async (operation) =>
      record.ask(baseUrl, { method: operation.method, path: pathOf(operation), headers, body: '{' }),
    ),
  );
};

/** 500 and 503 of documents that are written when they are first asked for. */
const failToWrite = async (t: ExecutionContext, record: Record): Promise<void> => {
  for (const error of [new Error('a fault of a test'), new Fault('unavailable', 'no turn comes')]) {
    const timers = { ...createFakeClock().timers, nextTurn: async () => Promise.reject(error) };
    const { port } = await givenApi(t, { timers });
    for (const { path } of operations.filter(({ authority }) => authority === null)) {
      await record.ask(`http://127.0.0.1:${port}`, { path });
    }
  }
};

test('every documented status of every operation is answered by a service, as it is declared', async (t) => {
  const record = createRecord();
  const world = await givenStatusWorld(t, record);
  await meetGates(world);
  for (const story of [...Object.values(stories), reuseKey, tellWebhooks]) await story(world);
  await waitForBodies(t, record);
  await failToWrite(t, record);
  const { body } = await world.send({ path: 'openapi?include=extensions' });
  const documented = documentedIn(body);
  t.true(documented.length > 500, String(documented.length));
  const unanswered = missingFrom(documented, record);
  t.deepEqual(unanswered, [], 'ask for each in a story of test/system/every-status/');
  t.deepEqual(headersBeyond(body, record), []);

  // Sabotage: a status and an operation that no request asks for.
  const planted = { get: { responses: { 200: { headers: { ETag: {} } }, 418: {} } } };
  const more = documentedIn({ paths: { '/api/v1/jobs': planted, '/api/v1/planted': planted } });
  t.deepEqual(missingFrom(more, record), [
    'GET /api/v1/jobs 418',
    'GET /api/v1/planted 200',
    'GET /api/v1/planted 418',
  ]);
  // And headers of its answers that it does not tell of.
  t.true(headersBeyond({ paths: { '/api/v1/jobs': planted } }, record).includes('GET /api/v1/jobs 200 X-Request-Id'));
});

test('the routes that are mounted and the operations that are documented are the same set', async (t) => {
  const { when } = await givenApi(t);
  const document = (await when({ path: '/api/v1/openapi?include=extensions' })).body as {
    readonly paths: Readonly<globalThis.Record<string, object>>;
  };
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const open = operations.filter(({ authority }) => authority === null);
  const mounted = [...routes.map(({ operation }) => operation), ...open].map(({ method, path }) => `${method} ${path}`);
  t.deepEqual(documented.toSorted(byText), mounted.toSorted(byText));
  // An address that was never given is answered like a path that is not there.
  const called = open.filter(({ anyBody }) => anyBody === true).map(({ method, path }) => `${method} ${path}`);
  for (const place of documented.filter((one) => !called.includes(one))) {
    const [method = '', path = ''] = place.split(' ');
    const { body } = await when({ method, path: path.replaceAll(/\{\w+\}/g, 'x'), token: null });
    t.false(['not_found', 'method_not_allowed'].includes(String(body['code'])), place);
  }
});

const byText = (one: string, other: string): number => (one < other ? -1 : 1);
