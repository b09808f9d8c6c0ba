import { type LedgerCommand, ledgerDecider } from '../../../commands/ledger/decider.ts';
import { spentInMonth } from '../../../commands/ledger/spending.ts';
import { type LedgerEvent, spendLimitsSet } from '../../../events/ledger.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { deciderTest } from '../../spec/decider-spec.ts';
import { day, debit, grant, hold, release, work } from '../../support/ledger/ledger-world.ts';

const test = deciderTest(ledgerDecider);

const NEXT_MONTH = day(40);

const capAt = (monthlyCap: number | null, lowAt: readonly number[] = []) =>
  ({ type: 'SetSpendLimits', monthlyCap, lowAt }) as const;

/** 100 paid credits, the limits, and more. */
const rich = (...commands: readonly LedgerCommand[]): readonly LedgerEvent[] =>
  work([grant({ amount: 100 }), ...commands]).log;

const second = { holdId: 'hld_2', entryId: 'ent_2', n: 2 } as const;

test('held and debited credits of a month count against the cap, released ones do not', (given, t) => {
  const refusal = { capOf: 'workspace', cap: 10, spent: 6, required: 5 };
  given(rich(capAt(10), hold([6]))).refuses(hold([5], second), 'spend_cap_reached', refusal);
  given(rich(capAt(10), hold([6]), debit('req_0', 6))).refuses(hold([5], second), 'spend_cap_reached', refusal);
  for (const before of [
    rich(capAt(10), hold([6])),
    rich(capAt(11), hold([6]), debit('req_0', 6)),
    rich(capAt(10), hold([6]), release('all')),
    rich(capAt(10), hold([6]), debit('req_0', 5)),
    rich(capAt(10), hold([6]), debit('req_0', 6), capAt(null)),
  ]) {
    given(before).leadsTo(hold([4], second), (_, [event]) => t.is(event?.type, 'CreditsHeld'));
  }
});

test('a month begins with what is held; debits of the month before count no more', (given, t) => {
  const before = rich(capAt(10), hold([4, 6]), debit('req_1', 6));
  given(before).leadsTo(hold([6], { ...second, now: NEXT_MONTH }), (state) =>
    t.deepEqual(spentInMonth(state, NEXT_MONTH), { month: NEXT_MONTH.slice(0, 7), held: 10, debited: 0 }),
  );
  given(before).refuses(hold([7], { ...second, now: NEXT_MONTH }), 'spend_cap_reached', {
    capOf: 'workspace',
    cap: 10,
    spent: 4,
    required: 7,
  });
  // A clock that is late does not open the month before again.
  const late = rich(capAt(10), hold([4, 6]), debit('req_1', 6, { now: NEXT_MONTH }));
  given(late).refuses(hold([1], { ...second, now: day(1) }), 'spend_cap_reached', {
    capOf: 'workspace',
    cap: 10,
    spent: 10,
    required: 1,
  });
});

test('a cap of a token counts what its user holds and spends by tokens with a cap, and nothing else', (given, t) => {
  const ann = { key: 'ann', cap: 10 };
  const spent = rich(hold([20]), hold([6, 2], { ...second, payer: ann }), debit('req_0', 5, { holdId: 'hld_2' }));
  const third = { holdId: 'hld_3', entryId: 'ent_3', n: 3 } as const;
  given(spent).refuses(hold([4], { ...third, payer: ann }), 'spend_cap_reached', {
    capOf: 'token',
    cap: 10,
    spent: 7,
    required: 4,
  });
  for (const more of [{ payer: { ...ann, cap: 11 } }, { payer: { key: 'bob', cap: 4 } }, {}]) {
    given(spent).leadsTo(hold([4], { ...third, ...more }), (_, [event]) => t.is(event?.type, 'CreditsHeld'));
  }
});

test('work that costs nothing fits a cap that was passed before it was lowered', (given, t) => {
  const spent = rich(hold([6]), debit('req_0', 6), capAt(5));
  given(spent).refuses(hold([1], second), 'spend_cap_reached', { capOf: 'workspace', cap: 5, spent: 6, required: 1 });
  for (const payer of [{}, { payer: { key: 'ann', cap: 0 } }]) {
    given(spent).leadsTo(hold([0, 0], { ...second, ...payer }), ({ holds }) => {
      t.is(holds.length, 1);
      t.is(holds[0]?.payerKey, undefined, 'it counts for no user');
    });
  }
});

test('a ledger counts a bounded number of users with a cap in a month', (given, t) => {
  const crowd = Array.from({ length: limits.ledgerPayersMax }, (_, n) => {
    const of = { holdId: `hld_${n}`, entryId: `ent_${n}`, n };
    return [hold([1], { ...of, payer: { key: `user${n}`, cap: 5 } }), debit('req_0', 1, { holdId: of.holdId })];
  }).flat();
  const next = { holdId: 'hld_x', entryId: 'ent_x', n: 9_999 } as const;
  given(rich(...crowd)).refuses(hold([1], { ...next, payer: { key: 'late', cap: 5 } }), 'spend_cap_reached', {
    capOf: 'users',
    cap: limits.ledgerPayersMax,
    spent: limits.ledgerPayersMax,
    required: 1,
  });
  given(rich(...crowd)).leadsTo(hold([1], { ...next, payer: { key: 'user7', cap: 5 } }), (_, [event]) =>
    t.is(event?.type, 'CreditsHeld'),
  );
});

test('limits are set once each, in order, and within their bounds', (given) => {
  const balances = { paid: 0, bonus: 0, held: 0 };
  given().accepts(capAt(5, [9, 3, 9]), spendLimitsSet({ monthlyCap: 5, lowAt: [3, 9], balances }));
  given(spendLimitsSet({ monthlyCap: 5, lowAt: [3, 9], balances })).accepts(capAt(5, [9, 3]));
  given().accepts(capAt(null));
  const what = 'monthlyCap or lowAt';
  for (const odd of [
    capAt(-1),
    capAt(0.5),
    capAt(null, [0]),
    capAt(
      null,
      Array.from({ length: 9 }, (_, n) => n + 1),
    ),
  ]) {
    given().refuses(odd, 'malformed_entry', { what });
  }
});
