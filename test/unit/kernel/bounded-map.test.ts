import test from 'ava';
import { createBoundedMap } from '../../../src/kernel/bounded-map.ts';

test('a full map forgets what was not used for longest', (t) => {
  const map = createBoundedMap<string, number>(3);
  map.set('a', 1);
  map.set('b', 2);
  map.set('c', 3);
  t.is(map.get('a'), 1);
  map.set('b', 20);
  map.set('d', 4);
  t.is(map.size, 3);
  t.is(map.get('c'), undefined);
  t.deepEqual([map.get('a'), map.get('b'), map.get('d')], [1, 20, 4]);
});

test('delete and clear', (t) => {
  const map = createBoundedMap<string, number>(2);
  map.set('a', 1);
  map.delete('a');
  map.delete('never');
  t.is(map.get('a'), undefined);
  map.set('b', 2);
  map.clear();
  t.is(map.size, 0);
});
