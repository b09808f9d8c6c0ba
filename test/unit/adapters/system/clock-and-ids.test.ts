import test from 'ava';
import { createClock } from '../../../../src/adapters/system/clock.ts';
import { createIds } from '../../../../src/adapters/system/ids.ts';
import { newId } from '../../../../src/kernel/ids.ts';

test('wall time is of now, monotonic time never goes back', (t) => {
  const clock = createClock();
  t.true(Math.abs(clock.now() - Date.now()) < 60_000);
  let last = clock.monotonic();
  for (let i = 0; i < 1_000; i += 1) {
    const next = clock.monotonic();
    t.true(next >= last);
    last = next;
  }
});

test('ids differ, and have the form that they promise', (t) => {
  const ids = createIds();
  const events = new Set(Array.from({ length: 1_000 }, () => ids.eventId()));
  t.is(events.size, 1_000);
  for (const id of events) t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.is(ids.bytes(17).length, 17);
  t.not(newId('ws', ids), newId('ws', ids));
});

test('random bytes are never given out twice, however many are asked for at once', (t) => {
  const ids = createIds();
  const seen = new Set<string>();
  for (let i = 0; i < 1_000; i += 1) seen.add(Buffer.from(ids.bytes(16 + (i % 5))).toString('hex'));
  t.is(seen.size, 1_000);
  const large = ids.bytes(10_000);
  t.is(large.length, 10_000);
  t.true(large.some((byte) => byte !== 0));
  const first = ids.bytes(16);
  const before = Buffer.from(first).toString('hex');
  ids.bytes(4_000);
  t.is(Buffer.from(first).toString('hex'), before, 'bytes that were given out do not change');
});
