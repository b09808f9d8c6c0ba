/** The own cost of a provider, as it tells it, in money. Credits are counted elsewhere, and never follow from it. */
import { isObject } from './json.ts';
import { limits } from './limits.ts';

/**
 * `amount`: an exact decimal without a sign, an exponent or needless zeros, e.g. `0.04`. `currency`: three letters as
 * in ISO 4217. Equal costs are equal texts.
 */
export type ProviderCost = { readonly amount: string; readonly currency: string };

const DECIMALS = limits.costDecimalsMax;
const TOLD = new RegExp(`^(\\d{1,${limits.costWholeDigitsMax}})(?:\\.(\\d{1,${DECIMALS}}))?$`);
export const CURRENCY = '^[A-Z]{3}$';
/** As sums have them, too. */
export const AMOUNT = String.raw`^(0|[1-9]\d{0,${limits.costSumDigitsMax - 1}})(\.\d{0,${DECIMALS - 1}}[1-9])?$`;

/**
 * The cost in words of a provider, which are not trusted. Null for anything else: a number of JSON, which is no exact
 * amount, a sign, an exponent, more digits than the bounds, no currency.
 */
export const costTold = (value: unknown): ProviderCost | null => {
  if (!isObject(value)) return null;
  const { amount, currency } = value;
  if (typeof amount !== 'string' || typeof currency !== 'string') return null;
  if (!TOLD.test(amount) || !new RegExp(CURRENCY).test(currency)) return null;
  return { amount: textOf(partsOf(amount)), currency };
};

/** The sum of each currency, by its letters; of the first `costCurrenciesMax` currencies. */
export const sumOfCosts = (costs: readonly ProviderCost[]): ProviderCost[] => {
  const sums = new Map<string, bigint>();
  for (const { amount, currency } of costs) sums.set(currency, (sums.get(currency) ?? 0n) + partsOf(amount));
  return [...sums]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, limits.costCurrenciesMax)
    .map(([currency, parts]) => ({ amount: textOf(parts), currency }));
};

/** In the smallest part that an amount can name. */
const partsOf = (amount: string): bigint => {
  const [whole = '', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(DECIMALS, '0'));
};

const textOf = (parts: bigint): string => {
  const digits = parts.toString().padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, '');
};
