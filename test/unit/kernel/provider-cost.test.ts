import test from 'ava';
import fc from 'fast-check';
import { costTold, sumOfCosts } from '../../../src/kernel/provider-cost.ts';
import { breaks, holds } from '../../support/property/property.ts';

const taken = [
  ['0.04', '0.04'],
  ['007.50', '7.5'],
  ['100', '100'],
  ['0.000', '0'],
  ['999999999.999999999', '999999999.999999999'],
] as const;

for (const [told, amount] of taken) {
  test(`the amount ${told} is ${amount}`, (t) => {
    t.deepEqual(costTold({ amount: told, currency: 'EUR', more: 1 }), { amount, currency: 'EUR' });
  });
}

const amounts = [
  'NaN',
  'Infinity',
  '-1',
  '+1',
  '1e9',
  '1e-9',
  '0x10',
  '1.',
  '.5',
  '1,5',
  ' 1',
  '1\n',
  '1.2.3',
  '',
  '٣',
];
const lies: readonly unknown[] = [
  ...[...amounts, '1000000000', '0.0000000001', '9'.repeat(1_000_000), 0.04, 4, NaN, -1, null, undefined, ['1']].map(
    (amount) => ({ amount, currency: 'USD' }),
  ),
  ...['usd', 'US', 'USDT', '', '$', 7, null, 'USD\n'].map((currency) => ({ amount: '1', currency })),
  null,
  undefined,
  '0.04',
  0.04,
  [],
  true,
  {},
];

test('anything else is no cost', (t) => {
  for (const lie of lies) t.is(costTold(lie), null, JSON.stringify(lie)?.slice(0, 80));
});

const CURRENCIES = ['AAA', 'BBB'];
const tens = fc.array(fc.record({ tenths: fc.nat({ max: 999_999 }), currency: fc.constantFrom(...CURRENCIES) }));
type Tens = readonly { readonly tenths: number; readonly currency: string }[];

const told = (tenths: number): string => `${Math.floor(tenths / 10)}.${tenths % 10}`;
const law = (sum: typeof sumOfCosts) => (costs: Tens) => {
  const found = sum(costs.map(({ tenths, currency }) => ({ amount: told(tenths), currency })));
  for (const currency of CURRENCIES) {
    const of = costs.filter((cost) => cost.currency === currency);
    const expected = of.reduce((all, { tenths }) => all + tenths, 0);
    const amount = found.find((one) => one.currency === currency)?.amount;
    if (of.length === 0 ? amount !== undefined : amount !== costTold({ amount: told(expected), currency })?.amount)
      throw new Error(`${amount} of ${expected} tenths`);
  }
};

test('property: a sum is exact, by currency', (t) => {
  t.notThrows(() => holds(tens, law(sumOfCosts), 300));
});

test('sabotage: a sum of floating numbers is found', (t) => {
  const floating: typeof sumOfCosts = (costs) =>
    CURRENCIES.map((currency) => ({
      amount: String(costs.reduce((sum, one) => (one.currency === currency ? sum + Number(one.amount) : sum), 0)),
      currency,
    }));
  t.true(breaks(tens, law(floating), 300));
});

test('a sum has a bounded number of currencies', (t) => {
  const costs = Array.from({ length: 20 }, (_, n) => ({ amount: '1', currency: `AA${String.fromCharCode(65 + n)}` }));
  t.deepEqual(
    sumOfCosts(costs.toReversed()).map(({ currency }) => currency),
    ['AAA', 'AAB', 'AAC', 'AAD', 'AAE', 'AAF', 'AAG', 'AAH'],
  );
});
