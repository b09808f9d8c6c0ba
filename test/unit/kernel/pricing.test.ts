import test from 'ava';
import { type Priced, priceListWith, priceOf } from '../../../src/kernel/pricing.ts';

const rows: readonly (readonly [Priced, number | undefined])[] = [
  [{ makes: 'image', engine: 'service_images' }, 1],
  [{ makes: 'image', engine: 'provider_c' }, 4],
  [{ makes: 'image', engine: 'unheard-of' }, undefined],
  [{ makes: 'clip', engine: 'service_video' }, 5],
  [{ makes: 'assembly', engine: 'service_video' }, 0],
  [{ makes: 'report', engine: 'service_video' }, 0],
  // Each started minute, at 150 words.
  [{ makes: 'speech', engine: 'service_speech', words: 0 }, 2],
  [{ makes: 'speech', engine: 'service_speech', words: 150 }, 2],
  [{ makes: 'speech', engine: 'service_speech', words: 151 }, 4],
  // Each started half minute.
  [{ makes: 'music', engine: 'service_music', durationMs: 1_000 }, 3],
  [{ makes: 'music', engine: 'service_music', durationMs: 30_000 }, 3],
  [{ makes: 'music', engine: 'service_music', durationMs: 30_001 }, 6],
  [{ makes: 'music', engine: 'service_music', durationMs: 300_000 }, 30],
];

for (const [priced, credits] of rows) {
  test(`${JSON.stringify(priced)} costs ${credits ?? 'no known price'}`, (t) => {
    t.is(priceOf(priceListWith({}), priced), credits);
  });
}

test('a configured provider has its own prices, in a list of another version', (t) => {
  const list = priceListWith({ provider_a: { clip: 9 }, provider_c: { image: 7 } });
  t.is(priceOf(list, { makes: 'clip', engine: 'provider_a' }), 9);
  t.is(priceOf(list, { makes: 'clip', engine: 'service_video' }), 5);
  t.is(priceOf(list, { makes: 'image', engine: 'provider_c' }), 7);
  t.is(priceOf(list, { makes: 'music', engine: 'provider_a', durationMs: 1 }), undefined);
  const versions = [{}, { provider_a: { clip: 9 } }, { provider_a: { clip: 8 } }].map(
    (own) => priceListWith(own).version,
  );
  t.is(new Set(versions).size, 3, 'a changed price makes plans stale');
});
