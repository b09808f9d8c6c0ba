import test from 'ava';
import { shortfallOf } from '../../../src/kernel/extent.ts';

test('an output is held against each part of its extent that was asked for, and no other', (t) => {
  const picture = { width: 1_280, height: 720 };
  t.is(shortfallOf(picture, picture), undefined);
  t.is(shortfallOf(picture, { width: 1_288, height: 728 }), undefined, 'a provider may round up');
  t.is(shortfallOf(picture, { width: 1_279, height: 720 }), 'it has 1279 x 720 pixels, not 1280 x 720');
  t.is(shortfallOf(picture, { width: 1_280, height: 719 }), 'it has 1280 x 719 pixels, not 1280 x 720');
  t.is(shortfallOf(picture, {}), 'it has 0 x 0 pixels, not 1280 x 720');
  t.is(shortfallOf({ durationMs: 5_000 }, { durationMs: 4_500 }), undefined);
  t.is(shortfallOf({ durationMs: 5_000 }, { durationMs: 4_499 }), 'it is 4499 ms long, not 5000');
  t.is(shortfallOf({}, {}), undefined);
});
