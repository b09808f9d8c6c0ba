import test from 'ava';
import { checkAppend, eventBytes } from '../../../src/kernel/append-bounds.ts';
import { limits } from '../../../src/kernel/limits.ts';

type Sized = Parameters<typeof eventBytes>[0];

const event = (changes: Partial<Sized> = {}): Sized => ({ id: 'i', type: 'T', data: '{}', metadata: '{}', ...changes });

test('an event counts its data and metadata as UTF-8 and its type as UTF-16', (t) => {
  t.is(eventBytes(event()), 6);
  t.is(eventBytes(event({ type: 'Type', data: '"é"', metadata: '"🎬"' })), 8 + 4 + 6);
  t.is(checkAppend([event(), event({ data: '[]' })]), 12);
});

test('the bounds hold for each event and for all together, and are reached by what just fits', (t) => {
  const full = event({ data: 'x'.repeat(limits.eventBytesMax - 4) });
  t.is(checkAppend([full]), limits.eventBytesMax);
  t.throws(() => checkAppend([event(), { ...full, data: `${full.data}x` }]), { code: 'too_large' });
  const events = Array.from({ length: limits.appendBytesMax / limits.eventBytesMax }, () => full);
  t.is(checkAppend(events), limits.appendBytesMax);
  t.throws(() => checkAppend([...events, event()]), { code: 'too_large' });
});

test('an append that no store could keep is a bug of the caller', (t) => {
  t.throws(() => checkAppend([]), { name: 'BrokenInvariant' });
  for (const changes of [
    { id: '' },
    { type: '' },
    { data: '"\ud800"' },
    { metadata: '"\udc00"' },
    { id: '\ud800' },
    { type: '\ud800' },
  ]) {
    t.throws(() => checkAppend([event(), event(changes)]), { name: 'BrokenInvariant' }, JSON.stringify(changes));
  }
});
