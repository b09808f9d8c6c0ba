/**
 * Deliveries to receivers that take, fail and hang, by processes that die: none is lost, each destination gets its own
 * in log order, and a receiver that hangs slows no other (I32).
 */
import test from 'ava';
import fc from 'fast-check';
import { createGate } from '../../src/kernel/gate.ts';
import { limits } from '../../src/kernel/limits.ts';
import {
  createDeliveryWorld,
  type DeliveryParts,
  forgetful,
  honest,
  orderless,
  slotless,
} from '../support/deliveries/delivery-world.ts';
import { weighted } from '../support/property/weighted.ts';

const HOOKS = ['https://one.test/a', 'https://one.test/b', 'https://two.test/a'] as const;
const hook = fc.constantFrom(...HOOKS);
const event = fc.oneof(
  weighted(6, { kind: 'deliver', url: hook }),
  weighted(3, {
    kind: 'become',
    url: hook,
    mode: fc.constantFrom('takes' as const, 'fails' as const, 'hangs' as const),
  }),
  weighted(4, { kind: 'wait', ms: fc.integer({ min: 100, max: 90_000 }) }),
  weighted(1, { kind: 'jump', ms: fc.integer({ min: 1_000, max: 8_000_000 }) }),
  weighted(1, { kind: 'kill' }),
);
const runs = fc.array(event, { minLength: 1, maxLength: 25, size: 'max' });

const law =
  (parts: DeliveryParts) =>
  async (events: readonly (typeof event extends fc.Arbitrary<infer E> ? E : never)[]): Promise<void> => {
    const world = createDeliveryWorld(parts);
    for (const one of events) {
      if (one.kind === 'deliver') await world.deliver(one.url);
      else if (one.kind === 'become') world.become(one.url, one.mode);
      else if (one.kind === 'wait') await world.advance(one.ms);
      else if (one.kind === 'jump') world.jumpWall(one.ms);
      else world.restart();
    }
    await world.settle();
    if (world.flaws.length > 0) throw new Error(world.flaws.join('\n'));
  };

const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_101);
const check = async (parts: DeliveryParts, numRuns: number) =>
  fc.check(fc.asyncProperty(runs, law(parts)), { seed, numRuns, endOnFailure: true });

test('property: deliveries arrive in log order at their destination, whatever fails, hangs or dies', async (t) => {
  const found = await check(honest, Number(process.env['PROPERTY_RUNS'] ?? 60));
  t.false(found.failed, fc.defaultReportMessage(found));
});

test('sabotage: deliveries without an order are found', async (t) => {
  const found = await check(orderless, 60);
  t.regex(String(found.errorInstance), /overtook/);
});

test('sabotage: a supervisor that does not see them loses deliveries, which is found', async (t) => {
  const found = await check(forgetful, 60);
  t.regex(String(found.errorInstance), /is lost/);
});

test('one more than may wait fails by name, and the others wait on', async (t) => {
  const world = createDeliveryWorld(honest);
  const url = 'https://slow.test/';
  world.become(url, 'hangs');
  for (let n = 0; n <= limits.deliveriesOpenPerDestinationMax; n += 1) await world.deliver(url);
  const all = [...world.asked.values()];
  t.deepEqual(
    all.flatMap(({ isOver }, n) => (isOver ? [n] : [])),
    [limits.deliveriesOpenPerDestinationMax],
  );
  t.is(all.at(-1)?.code, 'too_many_waiting');
});

/**
 * How long deliveries to good receivers take beside one that hangs at many addresses, in milliseconds: within their
 * request, and by the supervisor.
 */
const besideOneThatHangs = async (parts: DeliveryParts): Promise<number> => {
  const world = createDeliveryWorld(parts);
  for (let n = 0; n < 2 * limits.superviseInFlightPerWorkspaceMax; n += 1) {
    const url = `https://slow.test/${n}`;
    world.become(url, 'hangs');
    await world.deliver(url);
    await world.deliver(url);
  }
  const [good, mended] = ['https://good.test/', 'https://mended.test/'];
  world.become(mended, 'fails');
  await world.deliver(good);
  await world.deliver(mended);
  await world.advance(limits.deliveryAttemptMs, 4);
  // Repeats are due now, and those that were held.
  world.become(mended, 'takes');
  world.jumpWall(Math.max(...limits.deliveryBackoffMs));
  await world.advance(2 * limits.superviseEveryMs, 4);
  await world.deliver(good);
  const isMended = [...world.asked.values()].some(({ url, isOver }) => url === mended && isOver);
  await world.advance(limits.deliveryAttemptMs, 4);
  const all = [...world.asked.values()].filter(({ url }) => url === good);
  return isMended ? Math.max(...all.map(({ at, reachedAt = Infinity }) => reachedAt - at)) : Infinity;
};

test('a receiver that hangs at many addresses slows no other one', async (t) => {
  t.is(await besideOneThatHangs(honest), 0);
});

test('sabotage: places that all receivers share are found by a receiver that hangs', async (t) => {
  const shared = createGate({ placesMax: limits.outboundCallsPerWorkspaceMax, waitingMax: limits.outboundWaitersMax });
  const places = () => ({
    run: async <T>(_: object, call: () => Promise<T>, signal: AbortSignal) => shared.run(call, signal),
  });
  t.true((await besideOneThatHangs({ ...honest, places })) > 0);
});

test('sabotage: a supervisor whose slots all receivers share is found by a receiver that hangs', async (t) => {
  t.is(await besideOneThatHangs(slotless), Infinity);
});
