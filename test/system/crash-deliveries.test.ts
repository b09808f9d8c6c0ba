/**
 * Deliveries and an upload, killed at a few points all over a run and started again: each reaches its receivers under
 * its own id and in order, and no upload is left half there. `npm run test:crash` tries every point.
 */
import { join } from 'node:path';
import test from 'ava';
import { crashWithin, createHarness, EMPTY, type Harness, type Point, type Sabotage } from '../crash/harness.ts';
import { crashSeed, spread } from '../crash/points.ts';
import { brokenDeliveries } from '../support/deliveries/promises.ts';
import { deliveryRequested } from '../../events/delivery.ts';
import { createHistory } from '../support/log/history.ts';

const POINTS = 1;
const program = join(import.meta.dirname, '../crash/deliveries-child.ts');
const harnessOf = async (sabotage: Sabotage = ''): Promise<Harness> =>
  createHarness(sabotage, { program, outside: EMPTY });

test.serial('killed at any point of a run, all deliveries arrive in order, and all uploads are whole', async (t) => {
  const harness = await harnessOf();
  t.teardown(async () => harness.close());
  const points: readonly Point[] = [...spread(harness.points, POINTS, crashSeed), 'received:1+1'];
  let killed = 0;
  for (const point of points) {
    const crash = await crashWithin(harness, point);
    if (crash.killed) killed += 1;
    t.deepEqual(crash.findings, [], `CRASH_SEED=${crashSeed}: at ${point} of ${harness.points}`);
  }
  t.true(killed >= POINTS, `${killed} kills`);
});

test.serial('sabotage: content that a dead process took along is found', async (t) => {
  const harness = await harnessOf('deaf');
  t.teardown(async () => harness.close());
  t.regex((await harness.crashAt('received:1+1')).findings.join(), /is failed at 0/);
});

test('sabotage: receivers that get deliveries in another order, or none, are found', (t) => {
  const asked = { workspaceId: 'ws_1', requestedAt: '2026-01-02T03:04:05.000Z' };
  const request = deliveryRequested({ ...asked, destinations: [{ type: 'webhook', host: 'one.test', signed: false }] });
  const { events } = createHistory().on('delivery-a', request).on('delivery-b', request);
  const url = 'https://one.test/';
  const found = (...ids: readonly string[]) =>
    brokenDeliveries(
      events,
      ids.map((id) => ({ url, id })),
      ['c'],
    ).join();
  t.regex(found('b', 'a'), /one.test got b,a, not a,b/);
  t.regex(found('a'), /b never reached one.test/);
  t.regex(found('a', 'b', 'd'), /d was sent and is not in the log/);
  t.regex(found('a', 'b'), /a client was told of c, which is lost/);
});
