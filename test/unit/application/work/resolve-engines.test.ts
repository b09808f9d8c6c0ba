/** The words of a refusal for want of an engine: only where waiting can help they say so. */
import test from 'ava';
import { resolveEngines } from '../../../../src/application/work/resolve-engines.ts';
import { priceListWith } from '../../../../src/kernel/pricing.ts';
import type { Engine } from '../../../../src/ports/engine.ts';
import { quickEngine } from '../../../support/engines/quick-makers.ts';

const away = { available: async () => Promise.resolve(false) };
const lacking = { ...away, notInstalled: 'the optional package is not installed' };

const resolved = async (engines: readonly Engine[], asked: string) =>
  resolveEngines(
    { engines: new Map(engines.map((one) => [one.name, one])), prices: priceListWith({ provider_c: { image: 9 } }) },
    asked,
  );

test('an engine that is away is worth another try', async (t) => {
  const { blocker } = await resolved([quickEngine(away)], 'auto');
  t.like(blocker, {
    code: 'provider_unavailable',
    message: 'service_images cannot be reached now; try again later',
  });
});

test('an engine that is not installed says so, and asks for no other try', async (t) => {
  for (const asked of ['auto', 'service_images']) {
    const { blocker } = await resolved([quickEngine(lacking)], asked);
    const message = 'service_images: the optional package is not installed';
    t.like(blocker, { code: 'provider_not_configured', message }, asked);
  }
});

test('of others the cheapest is waited for, not the one that is not installed', async (t) => {
  const engines = [quickEngine(lacking), quickEngine({ ...away, name: 'provider_c' })];
  const { engines: chosen, blocker } = await resolved(engines, 'auto');
  t.deepEqual(chosen, ['provider_c']);
  t.is(blocker?.code, 'provider_unavailable');
});
