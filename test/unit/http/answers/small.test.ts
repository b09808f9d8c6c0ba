/** The small parts that answers are made of. */
import test from 'ava';
import { createByteCache } from '../../../../src/http/answers/byte-cache.ts';
import { entityTag, matches } from '../../../../src/http/answers/etag.ts';
import { createLivePlaces } from '../../../../src/http/answers/live-places.ts';
import { waitSeconds } from '../../../../src/http/answers/prefer.ts';

test('an entity tag names the revision, and the URLs inside', (t) => {
  t.is(entityTag('7', null), '"7"');
  t.not(entityTag('7', '2026-01-01T00:00:00.000Z'), entityTag('7', '2026-01-01T00:05:00.000Z'));
});

test('If-None-Match is a list, compared weakly', (t) => {
  for (const yes of ['"7"', 'W/"7"', '"6", "7"', ' "6" ,W/"7"', '*', ' * ']) t.true(matches(yes, '"7"'), yes);
  for (const no of [undefined, '', '7', '"77"', '"6", "8"', '"7']) t.false(matches(no, '"7"'), no);
});

test('Prefer: wait is a number of seconds, bounded', (t) => {
  t.is(waitSeconds('wait=5'), 5);
  t.is(waitSeconds('respond-async, wait=10'), 10);
  t.is(waitSeconds('wait="3"; x'), 3);
  t.is(waitSeconds('Wait = 2'), 2);
  t.is(waitSeconds('wait=9999'), 30);
  for (const none of [undefined, '', 'wait', 'wait=', 'wait=-1', 'wait=x', 'await=5', 'wait=1.5', 'wait=99999999']) {
    t.is(waitSeconds(none), 0, none);
  }
});

test('a cache is bounded by bytes, and keeps what is used', (t) => {
  const cache = createByteCache<string>(5_000);
  for (const name of ['a', 'b', 'c']) cache.set(name, name, 1_000);
  t.is(cache.get('a'), 'a');
  cache.set('d', 'd', 1_000);
  t.is(cache.get('b'), undefined, 'the one that was not used for longest');
  t.deepEqual(
    ['a', 'c', 'd'].map((name) => cache.get(name)),
    ['a', 'c', 'd'],
  );
  cache.set('e', 'e', 5_000);
  t.is(cache.get('e'), undefined, 'larger than all of it');
  t.is(cache.get('a'), 'a', 'and costs the others nothing');
  t.true(cache.bytes <= 5_000);
});

test('a value that is set again counts once', (t) => {
  const cache = createByteCache<number>(5_000);
  for (let i = 0; i < 100; i += 1) cache.set('a', i, 1_000);
  t.is(cache.get('a'), 99);
  t.is(cache.bytes, 1_500);
});

test('places for live answers are bounded, in the process and by workspace', (t) => {
  const seen: number[] = [];
  const places = createLivePlaces((taken) => seen.push(taken), 3, 2);
  const first = places.take('ws_1');
  const second = places.take('ws_1');
  t.like(places.take('ws_1'), { code: 'rate_limited' });
  t.is(typeof places.take('ws_2'), 'function');
  t.like(places.take('ws_3'), { code: 'service_unavailable' });
  (first as () => void)();
  (first as () => void)();
  t.is(places.taken, 2, 'a place is given back once');
  t.is(typeof places.take('ws_3'), 'function');
  (second as () => void)();
  t.is(places.taken, 2);
  t.deepEqual(seen, [1, 2, 3, 2, 3, 2]);
});
