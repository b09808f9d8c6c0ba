import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import { balancesOf } from '../../../commands/ledger/queries.ts';
import type { RefundEntry } from '../../../commands/ledger/refund-entry.ts';
import { holdReleased, ledgerClosed, ledgerDebited, ledgerRefunded } from '../../../events/ledger.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { deciderTest } from '../../spec/decider-spec.ts';
import {
  day,
  debit,
  funded,
  funding,
  grant,
  hold,
  refund as refundOf,
  release,
  work,
} from '../../support/ledger/ledger-world.ts';

const test = deciderTest(ledgerDecider);

const until = (n: number): string => `bonus:${day(n)}`;

/** req_0 is 3 credits of the first lot; req_1 is 2 of the first, 5 of the second and 1 paid one; req_2 is free. */
const held = funded(hold([3, 8, 0]));

test('a debit spends a part in the order of spending, and gives back what is left of it', (given, t) => {
  const entry = {
    entryId: 'ent_d',
    holdId: 'hld_1',
    ownerId: 'job_1',
    partId: 'req_1',
    attemptKeys: ['att_1'],
    month: '2026-01',
  };
  given(held).accepts(
    debit('req_1', 4),
    ledgerDebited({
      ...entry,
      amount: 4,
      debited: [
        { lot: until(2), amount: 2 },
        { lot: until(3), amount: 2 },
      ],
      returned: [
        { lot: until(3), amount: 3 },
        { lot: 'paid:never', amount: 1 },
      ],
      balances: { paid: 10, bonus: 6, held: 3 },
    }),
  );
  given(held).leadsTo(debit('req_1', 8), (state) =>
    t.deepEqual(balancesOf(state), { paid: 9, bonus: 3, held: 3, total: 12, available: 9 }),
  );
});

test('a release gives back the parts that are open, each to its lots', (given) => {
  const entry = { entryId: 'ent_r', holdId: 'hld_1', ownerId: 'job_1', reason: 'failed' };
  const [first, second, third] = [
    { partId: 'req_0', allocations: [{ lot: until(2), amount: 3 }] },
    {
      partId: 'req_1',
      allocations: [
        { lot: until(2), amount: 2 },
        { lot: until(3), amount: 5 },
        { lot: 'paid:never', amount: 1 },
      ],
    },
    { partId: 'req_2', allocations: [] },
  ];
  given(held).accepts(
    release(['req_2', 'req_0', 'req_9']),
    holdReleased({ ...entry, parts: [first, third], balances: { paid: 10, bonus: 10, held: 8 } }),
  );
  given(held).accepts(
    release('all'),
    holdReleased({ ...entry, parts: [first, second, third], balances: { paid: 10, bonus: 10, held: 0 } }),
  );
});

test('an impossible debit or release is refused', (given) => {
  for (const amount of [-1, 0.5, Number.POSITIVE_INFINITY]) {
    given(held).refuses(debit('req_0', amount), 'amount_out_of_range', { amount });
  }
  for (const wrong of [{ entryId: '' }, { now: '' }]) {
    given(held).refuses(debit('req_0', 1, wrong), 'malformed_entry');
    given(held).refuses(release('all', wrong), 'malformed_entry');
  }
});

/** `ent_d` debited 2 + 5 + 1 of three lots. */
const debited = funded(hold([3, 8]), debit('req_1', 8));
const evidence = [
  { lot: until(2), amount: 2 },
  { lot: until(3), amount: 5 },
  { lot: 'paid:never', amount: 1 },
];
const refund = (amount: number, of: Partial<RefundEntry> = {}): RefundEntry =>
  refundOf(amount, evidence, { asOf: debited.length - 1, ...of });

test('a refund goes back to the lots, what was spent last first', (given, t) => {
  const entry = { entryId: 'ent_b', refundedEntryId: 'ent_d', reason: 'goodwill' };
  const allocations = [
    { lot: 'paid:never', amount: 1 },
    { lot: until(3), amount: 2 },
  ];
  const first = ledgerRefunded({ ...entry, amount: 3, allocations, balances: { paid: 10, bonus: 5, held: 3 } });
  given(debited).accepts(refund(3), first);
  given(debited, first).leadsTo(refund(5, { entryId: 'ent_c', refunded: 3, asOf: debited.length }), (state, events) => {
    t.like(events[0], {
      data: {
        allocations: [
          { lot: until(3), amount: 3 },
          { lot: until(2), amount: 2 },
        ],
      },
    });
    t.deepEqual(balancesOf(state), { paid: 10, bonus: 10, held: 3, total: 20, available: 17 });
  });
});

test('a debit is never refunded beyond its amount', (given) => {
  given(debited).refuses(refund(9), 'refund_exceeds_debit', { debited: 8, refunded: 0 });
  const log = work([...funding, hold([3, 8]), debit('req_1', 8), refund(3)]).log;
  given(log).refuses(refund(6, { entryId: 'ent_c', refunded: 3, asOf: log.length - 1 }), 'refund_exceeds_debit', {
    debited: 8,
    refunded: 3,
  });
  // Two refunds that both saw none before them: the second comes too late.
  given(log).refuses(refund(8, { entryId: 'ent_c' }), 'refund_evidence_stale', { lastRefund: log.length - 1 });
  given(log).accepts(refund(3));
});

test('refunds that no entry can hold are refused', (given) => {
  for (const amount of [0, -1, 0.5]) {
    given(debited).refuses(refund(amount), 'amount_out_of_range', { amount });
  }
  for (const wrong of [{ entryId: '' }, { refundedEntryId: 'x'.repeat(37) }, { now: '' }]) {
    given(debited).refuses(refund(1, wrong), 'malformed_entry');
  }
  const lots = Array.from({ length: limits.ledgerLotsMax }, (_, i) =>
    grant({ entryId: `ent_l${i}`, expiresAt: day(i + 100) }),
  );
  const { log } = work(lots);
  given(log).refuses(refund(1, { asOf: log.length - 1 }), 'too_many_lots', { lots: limits.ledgerLotsMax + 1 });
});

const end = (forfeit: boolean, now = day(1)) => ({ type: 'CloseLedger', entryId: 'ent_c', forfeit, now }) as const;

test('a ledger with paid credits, free or held, is closed only where they are forfeited', (given, t) => {
  const [first = grant()] = funding;
  given(work([first, hold([10])]).log).refuses(end(false), 'paid_credits_left', { paid: 10 });
  given(work([first, hold([10])]).log).accepts(end(true), ledgerClosed({ balances: { paid: 10, bonus: 0, held: 10 } }));
  given(work([grant({ expiresAt: day(2) })]).log).leadsTo(end(false, day(2)), (state, events) => {
    t.deepEqual(
      events.map(({ type }) => type),
      ['CreditsExpired', 'LedgerClosed'],
    );
    t.true(state.closed);
  });
});
