import test from 'ava';
import { priceList, priceOf, type Priced } from '../../../src/kernel/pricing.ts';

const rows: readonly (readonly [Priced, number | undefined])[] = [
  [{ makes: 'image', engine: 'service_images' }, 1],
  [{ makes: 'image', engine: 'provider_c' }, 4],
  [{ makes: 'image', engine: 'unheard-of' }, undefined],
  [{ makes: 'clip' }, 5],
  [{ makes: 'assembly' }, 0],
  [{ makes: 'report' }, 0],
  // Each started minute, at 150 words.
  [{ makes: 'speech', words: 0 }, 2],
  [{ makes: 'speech', words: 150 }, 2],
  [{ makes: 'speech', words: 151 }, 4],
  // Each started half minute.
  [{ makes: 'music', durationMs: 1_000 }, 3],
  [{ makes: 'music', durationMs: 30_000 }, 3],
  [{ makes: 'music', durationMs: 30_001 }, 6],
  [{ makes: 'music', durationMs: 300_000 }, 30],
];

for (const [priced, credits] of rows) {
  test(`${JSON.stringify(priced)} costs ${credits ?? 'no known price'}`, (t) => {
    t.is(priceOf(priceList, priced), credits);
  });
}
