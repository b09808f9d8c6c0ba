/** One result in words. */
import { passes } from './support/measure.ts';
import type { Result } from './support/measure.ts';

export const describe = (name: string, result: Result): string => {
  const { what, bound, value, unit, figures } = result;
  const verdict = bound === null ? '' : passes(result) ? '   ok' : '   MISSED';
  const absolute = Object.entries(figures).map(([figure, amount]) => `${figure} ${rounded(amount)}`);
  return [
    `${name}: ${rounded(value)} ${unit}   target ${targetOf(result)}${verdict}`,
    `  ${what}`,
    `  ${absolute.join(', ')}`,
  ].join('\n');
};

const targetOf = ({ bound, unit }: Result): string => {
  if (bound === null) return 'none';
  return 'atLeast' in bound ? `at least ${bound.atLeast} ${unit}` : `at most ${bound.atMost} ${unit}`;
};

/** Three digits that count, and no fraction of what is large. */
const rounded = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-GB') : String(Number(value.toPrecision(3)));
