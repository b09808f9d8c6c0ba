import test, { type ExecutionContext } from 'ava';
import { createBreaker } from '../../../../src/engines/remote/breaker.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { requestOf } from '../../../support/engines/painter.ts';
import { remoteEngine } from '../../../support/gateway/remote-engine.ts';
import { GATEWAY_KEY, serveGateway, type Trouble } from '../../../support/gateway/serve-gateway.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { noScratch } from '../../../support/process/no-scratch.ts';

const given = async (t: ExecutionContext) => {
  let trouble: Trouble | undefined;
  const served = await serveGateway(t, { trouble: () => trouble });
  const time = createFakeClock();
  const logged: unknown[] = [];
  const logger = { warn: (fields: unknown) => void logged.push(fields) };
  const engine = remoteEngine(t, { url: served.url }, { clock: time.clock, timers: time.timers, logger });
  let made = 0;
  const perform = async (): Promise<string> =>
    engine
      .perform(`key.${(made += 1)}`, requestOf({ width: 8, height: 8 }), noScratch.open(), new AbortController().signal)
      .then(
        ({ kind }) => kind,
        (error: unknown) => (isFault(error) ? error.code : String(error)),
      );
  const count = (at: string): number => served.calls.filter((call) => call.at === at).length;
  return { time, engine, perform, count, logged, close: served.close, ails: (next?: Trouble) => void (trouble = next) };
};

test('the log says once why a provider cannot be used, and says it again after it was well', async (t) => {
  const { time, engine, logged, ails, close } = await given(t);
  const isAvailable = async (): Promise<boolean> => {
    await time.advance(limits.remoteHealthAgeMs);
    return engine.available();
  };
  t.true(await isAvailable());
  t.deepEqual(logged, []);
  ails({ kind: 'says', status: 401, body: GATEWAY_KEY });
  t.false(await isAvailable());
  t.false(await isAvailable());
  const refused = { engine: 'provider_c', why: 'its health answers 401' };
  t.deepEqual(logged, [refused]);
  ails();
  t.true(await isAvailable());
  ails({ kind: 'says', status: 401 });
  t.false(await isAvailable());
  t.deepEqual(logged, [refused, refused]);
  await close();
  t.false(await isAvailable());
  t.deepEqual(logged.slice(2), [{ engine: 'provider_c', why: 'provider_c cannot be reached: ECONNREFUSED' }]);
});

const DOWN: Trouble = { kind: 'says', status: 500 };

const fail = async (times: number, perform: () => Promise<string>): Promise<void> => {
  for (let time = 0; time < times; time += 1) await perform();
};

test('a provider that fails again and again is left alone, tried once, and taken back when it is well', async (t) => {
  const { time, engine, perform, count, ails } = await given(t);
  ails(DOWN);
  await fail(limits.breakerFailuresMax, perform);
  t.is(count('submit'), limits.breakerFailuresMax);
  t.is(await perform(), 'unavailable', 'nothing was sent, for certain');
  t.false(await engine.available());
  t.is(count('submit'), limits.breakerFailuresMax, 'it was not called');

  await time.advance(limits.breakerOpenMs);
  t.is(await perform(), 'unknown_outcome');
  t.is(await perform(), 'unavailable', 'one call has tried it');
  ails();
  await time.advance(2 * limits.breakerOpenMs);
  t.deepEqual(await Promise.all([perform(), perform()]), ['submitted', 'unavailable'], 'one call tries it');
  t.deepEqual(await Promise.all([perform(), perform()]), ['submitted', 'submitted']);
});

test('a provider that refuses a request, or one too many, is well', async (t) => {
  const { perform, count, ails } = await given(t);
  for (const status of [422, 429]) {
    ails({ kind: 'says', status });
    await fail(2 * limits.breakerFailuresMax, perform);
  }
  t.is(count('submit'), 4 * limits.breakerFailuresMax);
});

test('its health is asked for once in a while, for all callers', async (t) => {
  const { time, engine, count, ails } = await given(t);
  t.deepEqual(await Promise.all([engine.available(), engine.available()]), [true, true]);
  t.is(count('health'), 1);
  ails(DOWN);
  t.true(await engine.available(), 'the answer is not old yet');
  await time.advance(limits.remoteHealthAgeMs);
  t.false(await engine.available());
  t.is(count('health'), 2);
});

test('a wrong key is no health', async (t) => {
  const served = await serveGateway(t, { key: 'another' });
  t.false(await remoteEngine(t, { url: served.url }).available());
});

test('a provider that has too much to do gets its rest, and work waits for it', async (t) => {
  const { time, engine, perform, ails } = await given(t);
  ails({ kind: 'says', status: 429, headers: { 'Retry-After': '7' } });
  t.is(await perform(), 'unavailable');
  ails();
  const free = (): boolean => engine.pace?.take() === true && (engine.pace.give(), true);
  t.false(free());
  await time.advance(6_999);
  t.false(free());
  await time.advance(1);
  t.true(free());
  ails({ kind: 'says', status: 429, headers: { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' } });
  await perform();
  t.false(free());
  await time.advance(limits.paceRestMs);
  t.true(free(), 'clocks of others do not count');
});

test('work whose outcome another process has heard keeps no place for ever', async (t) => {
  const { double, ...served } = await serveGateway(t);
  const time = createFakeClock();
  const pace = { perMinute: null, concurrency: 1 };
  const engine = remoteEngine(t, { url: served.url, pace }, { clock: time.clock, timers: time.timers });
  engine.pace?.share(0, 1);
  t.true(engine.pace?.take());
  const request = requestOf({ width: 8, height: 8 });
  await engine.perform('key', request, noScratch.open(), new AbortController().signal);
  engine.pace?.give();
  t.false(engine.pace?.take(), 'the provider works on it');
  for (const work of double.works.values()) await double.step(work);
  await eventually('the place is free', async () => {
    await time.advance(limits.underWayAskMs);
    engine.pace?.share(0, 1);
    return engine.pace?.take() === true;
  });
  t.true(served.calls.some(({ at }) => at === 'poll'));
});

test('a breaker waits longer each time, within a bound', (t) => {
  let now = 0;
  const breaker = createBreaker({ monotonic: () => now });
  for (let time = 0; time < limits.breakerFailuresMax - 1; time += 1) breaker.failed();
  t.true(breaker.admits());
  breaker.failed();
  const waits: number[] = [];
  for (let time = 0; time < 8; time += 1) {
    const begun = now;
    while (!breaker.admits()) now += 1_000;
    waits.push(now - begun);
    breaker.failed();
  }
  t.deepEqual(waits, [5_000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000, 120_000]);
  t.is(limits.breakerOpenMsMax, 120_000);
});

test('a call that is called off while it tries a provider leaves the next try to another', (t) => {
  let now = 0;
  const breaker = createBreaker({ monotonic: () => now });
  for (let time = 0; time < limits.breakerFailuresMax; time += 1) breaker.failed();
  now = limits.breakerOpenMs;
  t.true(breaker.admits());
  t.false(breaker.admits());
  breaker.toldNothing();
  t.true(breaker.admits());
});
