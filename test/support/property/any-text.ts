/** Any text at all, for properties. */
import fc from 'fast-check';

const POINTS = 0x110000;
const SURROGATES = { from: 0xd800, count: 0x800 };

/** Any code point but half a pair. */
const character = fc
  .integer({ min: 0, max: POINTS - SURROGATES.count - 1 })
  .map((n) => String.fromCodePoint(n < SURROGATES.from ? n : n + SURROGATES.count));

/**
 * Of code points, or a name that every object has. As `fc.string({ unit: 'binary' })`, which takes a second of
 * processor time in each process for its table of all characters.
 */
export const anyText = ({ minLength = 0, maxLength = 100 } = {}): fc.Arbitrary<string> => {
  const names = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'];
  return fc.oneof(
    { weight: 9, arbitrary: fc.array(character, { minLength, maxLength }).map((some) => some.join('')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...names).filter(({ length }) => length >= minLength && length <= maxLength),
    },
  );
};
