import test from 'ava';
import { createLedgerDecider } from '../../commands/ledger/decider.ts';
import { breaks, holds } from '../support/property/property.ts';
import { asking, folding, misstating, seeing, telling } from '../support/property/sabotage.ts';
import { type LedgerDecider, ledgerLaws, PERIOD } from './ledger-laws.ts';
import { steps } from './ledger-steps.ts';

const RUNS = 150;
const decider = createLedgerDecider(PERIOD);

test('any work on a ledger conserves credits, as a naive ledger does', (t) => {
  t.notThrows(() => holds(steps, ledgerLaws(decider), RUNS));
});

const NO_BOUNDS = { monthlyCap: null, lowAt: [] };

const sabotages: Readonly<Record<string, LedgerDecider>> = {
  'a debit that keeps the rest of its part': misstating(decider, 'LedgerDebited', () => ({ returned: [] })),
  'a debit of half credits': telling(decider, (event) => {
    if (event.type !== 'LedgerDebited') return event;
    const debited = event.data.debited.map(({ lot, amount }) => ({ lot, amount: amount / 2 }));
    return { ...event, data: { ...event.data, amount: event.data.amount / 2, debited } };
  }),
  'a release that leaves its parts open, and so comes twice': folding(decider, (after, event, { holds, openParts }) =>
    event.type === 'HoldReleased' ? { ...after, holds, openParts } : after,
  ),
  'a period that forgets a hold': misstating(decider, 'LedgerPeriodClosed', (data) => ({ holds: data.holds.slice(1) })),
  'a period that forgets the grants it knows': misstating(decider, 'LedgerPeriodClosed', () => ({ grantIds: [] })),
  'a cold start that forgets a hold': folding(decider, (after, event, before) =>
    event.type === 'LedgerPeriodClosed' && before === decider.initial
      ? { ...after, holds: after.holds.slice(1) }
      : after,
  ),
  'balances that forget what is held': misstating(decider, 'CreditsHeld', (data) => ({
    balances: { ...data.balances, held: 0 },
  })),
  'a ledger that spends what is paid for first': seeing(decider, (state) => ({
    ...state,
    lots: state.lots.toReversed(),
  })),
  'a ledger that never expires anything': asking(
    decider,
    (command) => ({ ...command, now: '2026-01-01T00:00:00Z' }) as typeof command,
  ),
  'a cap that forgets what is held': seeing(decider, (state) => ({
    ...state,
    balances: { ...state.balances, held: 0 },
  })),
  'a cap that forgets the debits of the month': seeing(decider, (state) => ({
    ...state,
    spending: { month: '', debited: 0, payers: [] },
  })),
  'a cap that counts the month before': seeing(decider, (state) => ({
    ...state,
    spending: { ...state.spending, month: '2026-12' },
  })),
  'a cap of a token that counts for no user': folding(decider, (after) => ({
    ...after,
    spending: { ...after.spending, payers: [] },
  })),
  'a ledger that never says that credits are low': telling(decider, (event) =>
    event.type === 'CreditsLow' ? { ...event, type: 'SpendLimitsSet', data: { ...NO_BOUNDS, ...event.data } } : event,
  ),
  'a period that forgets the cap': misstating(decider, 'LedgerPeriodClosed', () => ({ limits: NO_BOUNDS })),
  'a closed ledger that holds': seeing(decider, (state) => ({ ...state, closed: false })),
  'a period that forgets that the ledger is closed': telling(decider, (event) => {
    if (event.type !== 'LedgerPeriodClosed') return event;
    const { closed: _, ...data } = event.data;
    return { ...event, data };
  }),
  'a second trial grant': seeing(decider, (state) => ({ ...state, trialGranted: false })),
  'refunds on old evidence': seeing(decider, (state) => ({ ...state, lastRefund: null })),
};

for (const [name, broken] of Object.entries(sabotages)) {
  test(`the laws find ${name}`, (t) => {
    t.true(breaks(steps, ledgerLaws(broken), RUNS));
  });
}

test('the work that is tried reaches every kind of entry, and refusals too', (t) => {
  const seen = new Set<string>();
  holds(
    steps,
    ledgerLaws(decider, (outcome) => seen.add(outcome)),
    3 * RUNS,
  );
  const entries =
    'CreditsExpired CreditsGranted CreditsHeld CreditsLow HoldReleased LedgerClosed LedgerDebited ' +
    'LedgerPeriodClosed LedgerRefunded SpendLimitsSet';
  const again = 'CloseLedger DebitPart ExpireCredits GrantCredits HoldCredits RefundEntry ReleaseParts SetSpendLimits';
  const refusals =
    'amount_out_of_range expiry_invalid hold_id_taken insufficient_credits ledger_closed paid_credits_left ' +
    'refund_evidence_stale refund_exceeds_debit spend_cap_reached';
  const expected = [entries, again.replace(/\w+/g, '$&-again'), refusals].flatMap((names) => names.split(' '));
  t.deepEqual([...seen].toSorted(), expected.toSorted());
});
