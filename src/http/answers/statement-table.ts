/** A statement as a table (RFC 4180). Its values are numbers, known words and currencies: nothing needs quotes. */
import type { ProviderCost } from '../../kernel/provider-cost.ts';
import type { Static } from '../../kernel/shape.ts';
import type { ledgerStatement } from '../contract/shapes/ledger.ts';

type Statement = Static<typeof ledgerStatement>['statement'];
type Amounts = Statement['opening'];

/** The opening balances, the total of each kind of entry, and the closing balances. One cell has a total's costs. */
export const statementTable = ({ month, opening, totals, closing }: Statement): string =>
  [
    'month,line,entries,paid,bonus,held,provider_costs',
    row(month, 'opening', '', opening),
    ...totals.map((total) => row(month, total.kind, String(total.entries), total, total.providerCosts)),
    row(month, 'closing', '', closing),
    '',
  ].join('\r\n');

const row = (
  month: string,
  line: string,
  entries: string,
  { paid, bonus, held }: Amounts,
  costs: readonly ProviderCost[] = [],
): string => [month, line, entries, paid, bonus, held, textOf(costs)].join(',');

/** As in `12 JPY;0.05 USD`. */
const textOf = (costs: readonly ProviderCost[]): string =>
  costs.map(({ amount, currency }) => `${amount} ${currency}`).join(';');
