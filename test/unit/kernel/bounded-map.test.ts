import test from 'ava';
import fc from 'fast-check';
import { createBoundedMap } from '../../../src/kernel/bounded-map.ts';

test('recently used entries stay; dropped ones are reported', (t) => {
  const gone: string[] = [];
  const map = createBoundedMap<string, number>(6, (key, value) => gone.push(`${key}${value}`));
  for (const [index, key] of ['a', 'b', 'c', 'd', 'e'].entries()) map.set(key, index);
  t.is(map.get('a'), 0, 'used again');
  map.set('f', 5);
  t.is(map.get('a'), 0);
  t.deepEqual(gone, ['b1', 'c2']);
  t.is(map.get('b'), undefined);
  map.delete('a');
  t.is(map.get('a'), undefined);
  map.set('f', 6);
  t.is(map.get('f'), 6);
});

test('delete and clear: what goes so is not handed over', (t) => {
  const gone: string[] = [];
  const map = createBoundedMap<string, number>(2, (key) => gone.push(key));
  map.set('a', 1);
  map.delete('a');
  map.delete('never');
  t.is(map.get('a'), undefined);
  map.set('b', 2);
  t.is(map.size, 1);
  map.clear();
  t.is(map.size, 0);
  t.deepEqual(gone, []);
});

test('property: never more than the bound, the last half of it always there, each entry there or handed over', (t) => {
  const step = fc.tuple(fc.constantFrom('get', 'set', 'delete'), fc.nat({ max: 12 }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.array(step, { maxLength: 60 }), (sizeMax, steps) => {
      const there = new Map<number, number>();
      const deleted = new Set<number>();
      let used: number[] = [];
      const map = createBoundedMap<number, number>(sizeMax, (key) => there.delete(key));
      const uses = (key: number): void => {
        used = [key, ...used.filter((one) => one !== key)];
      };
      for (const [index, [kind, key]] of steps.entries()) {
        if (kind === 'set') {
          map.set(key, index);
          there.set(key, index);
          deleted.delete(key);
          uses(key);
        } else if (kind === 'delete') {
          map.delete(key);
          there.delete(key);
          deleted.add(key);
        } else {
          const known = there.has(key);
          t.is(map.get(key), there.get(key));
          if (known) uses(key);
        }
        t.is(map.size, there.size);
        t.true(there.size <= sizeMax);
        for (const recent of used.slice(0, Math.floor(sizeMax / 2))) t.true(there.has(recent) || deleted.has(recent));
      }
    }),
  );
});

test('entries may weigh: large ones go sooner, and what is set anew weighs anew', (t) => {
  const gone: string[] = [];
  const map = createBoundedMap<string, number>(
    100,
    (key) => gone.push(key),
    (value) => value,
  );
  map.set('large', 10);
  map.set('large', 40);
  map.set('small', 1);
  t.deepEqual([map.get('large'), map.get('small')], [40, 1]);
  map.set('next', 30);
  map.set('after', 30);
  map.set('last', 60);
  t.deepEqual(gone.toSorted(), ['large', 'next', 'small']);
  t.is(map.get('last'), 60);
  // However heavy, the one that was used last is there.
  map.set('huge', 1_000);
  t.is(map.get('huge'), 1_000);
});
