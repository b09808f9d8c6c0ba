/** One result in words. */
import { type NotRun, passes, type Result } from './support/measure.ts';

export const describe = (name: string, result: Result | NotRun): string =>
  'notRun' in result ? `${name}: NOT RUN: ${result.notRun}\n  ${result.what}` : describeResult(name, result);

const describeResult = (name: string, result: Result): string => {
  const { what, value, unit, figures } = result;
  const verdict = verdictOf(result);
  const absolute = Object.entries(figures).map(([figure, amount]) => `${figure} ${rounded(amount)}`);
  return [
    `${name}: ${rounded(value)} ${unit}   target ${targetOf(result)}${verdict}`,
    `  ${what}`,
    `  ${absolute.join(', ')}`,
  ].join('\n');
};

const verdictOf = (result: Result): string => {
  if (result.caveat !== undefined) return `   (${result.caveat})`;
  if (result.bound === null) return '';
  return passes(result) === true ? '   ok' : '   MISSED';
};

const targetOf = ({ bound, unit }: Result): string => {
  if (bound === null) return 'none';
  return 'atLeast' in bound ? `at least ${bound.atLeast} ${unit}` : `at most ${bound.atMost} ${unit}`;
};

/** Three digits that count, and no fraction of what is large. */
const rounded = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-GB') : String(Number(value.toPrecision(3)));
