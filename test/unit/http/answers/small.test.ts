/** The small parts that answers are made of. */
import test from 'ava';
import { entityTag, matches } from '../../../../src/http/answers/etag.ts';
import { createLivePlaces } from '../../../../src/http/answers/live-places.ts';
import { waitSeconds } from '../../../../src/http/routes/poll-job.ts';

test('an entity tag names the revision, and the URLs inside', (t) => {
  t.is(entityTag('7', null), '"7"');
  t.not(entityTag('7', '2026-01-01T00:00:00.000Z'), entityTag('7', '2026-01-01T00:05:00.000Z'));
});

test('If-None-Match is a list, compared weakly', (t) => {
  for (const yes of ['"7"', 'W/"7"', '"7-gzip"', '"6", "7"', ' "6" ,W/"7"', '*', ' * '])
    t.true(matches(yes, '"7"'), yes);
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
  t.is(seen.at(-1), 2, 'a place is given back once');
  t.is(typeof places.take('ws_3'), 'function');
  (second as () => void)();
  t.is(seen.at(-1), 2);
  t.deepEqual(seen, [1, 2, 3, 2, 3, 2]);
});
