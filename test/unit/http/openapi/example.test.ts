/** Examples are made of the shapes that they are examples of. */
import test from 'ava';
import { exampleOf } from '../../../../src/http/openapi/example.ts';
import * as shape from '../../../../src/kernel/shape.ts';

test('a shape shows its own example, else its value, else one made of its members', (t) => {
  t.is(exampleOf(shape.string({ examples: ['a', 'b'] })), 'a');
  t.is(exampleOf(shape.literal(false)), false);
  t.is(exampleOf(shape.oneOf(['b', 'a'])), 'b');
  t.is(exampleOf(shape.oneOf(['b', 'a'], { default: 'a' })), 'a');
  t.is(exampleOf(shape.integer({ minimum: 3 })), 3);
  t.is(exampleOf(shape.string()), 'text');
  t.deepEqual(exampleOf(shape.array(shape.nullable(shape.boolean()))), [false]);
  t.deepEqual(exampleOf(shape.record(shape.integer(), { examples: [{ a: 1 }] })), { a: 1 });
});

test('optional members are shown when they have an example', (t) => {
  const found = exampleOf(
    shape.object({
      must: shape.integer(),
      shown: shape.optional(shape.integer({ examples: [7] })),
      hidden: shape.optional(shape.integer()),
    }),
  );
  t.deepEqual(found, { must: 0, shown: 7 });
});
