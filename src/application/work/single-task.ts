/** A job of one output. */
import type { Makes } from '../../../events/job.ts';
import { assert } from '../../kernel/faults.ts';
import { type Priced, type PriceList, priceOf } from '../../kernel/pricing.ts';
import type { Wanted } from './start-call.ts';

export const singleTask = (
  makes: Makes,
  names: readonly string[],
  prices: PriceList,
  { priced, seed, content }: { readonly priced: Priced; readonly seed: number; readonly content: unknown },
): Pick<Wanted, 'settle' | 'engines' | 'content' | 'tasks' | 'projectId'> => {
  const priceCredits = priceOf(prices, priced);
  assert(priceCredits !== undefined, `the price list has a price for ${makes}`);
  return {
    projectId: null,
    settle: 'each',
    engines: [{ makes, names: [...names] }],
    content,
    tasks: [{ taskId: makes, index: 0, makes, after: [], judged: false, priceCredits, attemptsMax: 1, seed }],
  };
};
