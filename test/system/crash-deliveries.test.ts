/**
 * Deliveries and an upload, killed after some delivery and started again: each reaches its receivers under its own id
 * and in order, and no upload is left half there. `npm run test:crash` tries every point.
 */
import test from 'ava';
import { deliveryRequested } from '../../events/delivery.ts';
import { DELIVERIES } from '../crash/deliveries.ts';
import { createHarness, type Point } from '../crash/harness.ts';
import { crashSeed, spread } from '../crash/points.ts';
import { brokenDeliveries } from '../support/deliveries/promises.ts';
import { createHistory } from '../support/log/history.ts';

const opened = createHarness(DELIVERIES);
test.after.always(async () => (await opened).close());

/** Four deliveries reach their receivers; after a later one the run may end first. */
const RECEIVED = 3;
const LATER_MAX = 20;

test.serial('killed at any point of a run, all deliveries arrive in order, and all uploads are whole', async (t) => {
  const [received, later] = [RECEIVED, LATER_MAX].map((most) => spread(most, 1, crashSeed)[0]);
  const point: Point = `received:${received ?? 1}+${later ?? 1}`;
  const { killed, findings } = await (await opened).crashAt(point);
  t.true(killed);
  t.deepEqual(findings, [], `CRASH_SEED=${crashSeed}: at ${point}`);
});

test.serial('sabotage: content that a dead process took along is found', async (t) => {
  t.regex((await (await opened).crashAt('received:1+1', 'deaf')).findings.join(), /is failed at 0/);
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
