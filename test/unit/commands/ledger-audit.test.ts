import test from 'ava';
import { type AuditFinding, createLedgerAudit } from '../../../commands/ledger/audit.ts';
import { createLedgerDecider } from '../../../commands/ledger/decider.ts';
import type { LedgerEvent } from '../../../events/ledger.ts';
import { day, debit, expire, funding, grant, hold, refund, release, work } from '../../support/ledger/ledger-world.ts';

const spent = [{ lot: `bonus:${day(2)}`, amount: 3 }];

/** Every kind of entry, and ends of periods. */
const { log } = work(
  [
    ...funding,
    grant({ entryId: 'ent_t', trial: true, amount: 1, pool: 'bonus' }),
    hold([4, 7, 2]),
    debit('req_0', 3),
    refund(2, spent),
    release(['req_1']),
    hold([1], { n: 2, holdId: 'hld_2' }),
    expire(day(2)),
    debit('req_2', 1, { entryId: 'ent_e' }),
    grant({ entryId: 'ent_9' }),
  ],
  createLedgerDecider(5),
);

const auditOf = (events: readonly LedgerEvent[], watched?: ReadonlySet<string>): AuditFinding | undefined => {
  const audit = createLedgerAudit(watched);
  let finding: AuditFinding | undefined;
  for (const event of events) finding = audit.check(event);
  return finding;
};

type DataByType = { [E in LedgerEvent as E['type']]: E['data'] };

type Doctored = { readonly at: number; readonly events: readonly LedgerEvent[] };

/** The log with the first event of a type, at `from` or later, replaced. */
const doctored = <T extends LedgerEvent['type']>(
  type: T,
  change: (data: DataByType[T]) => object,
  from = 0,
): Doctored => {
  const at = log.findIndex((event, index) => index >= from && event.type === type);
  const data = log[at]?.data as DataByType[T];
  return { at, events: log.with(at, { type, data: { ...data, ...change(data) } } as LedgerEvent) };
};

test('a ledger that is right has no finding', (t) => {
  t.is(new Set(log.map(({ type }) => type)).size, 7);
  t.is(auditOf(log), undefined);
  const audit = createLedgerAudit();
  for (const event of log) audit.check(event);
  t.is(audit.entries(), log.filter(({ type }) => type !== 'LedgerPeriodClosed').length);
  const last = log.findLast(({ type }) => type !== 'LedgerPeriodClosed');
  t.deepEqual(audit.balances(), last?.data.balances);
  t.deepEqual([...audit.refunded()], ['ent_d']);
  t.is(auditOf(log, audit.refunded()), undefined);
});

const half = { paid: 0.5, bonus: 0, held: 0 };

const bad: Readonly<
  Record<string, readonly [{ readonly at: number; readonly events: readonly LedgerEvent[] }, RegExp]>
> = {
  'a grant that its balances do not show': [doctored('CreditsGranted', () => ({ amount: 11 })), /should be 11 paid/],
  'a negative grant': [doctored('CreditsGranted', () => ({ amount: -1 })), /whole number/],
  'a fractional grant': [doctored('CreditsGranted', () => ({ amount: 0.5, balances: half })), /whole number/],
  'a hold of more than there is': [
    doctored('CreditsHeld', (data) => ({
      parts: [...data.parts, { partId: 'req_9', allocations: [{ lot: 'paid:never', amount: 11 }] }],
    })),
    /overdrawn/,
  ],
  'a part that stands twice in a hold': [
    doctored('CreditsHeld', (data) => ({ parts: [...data.parts, ...data.parts] })),
    /is twice/,
  ],
  'a hold that is opened twice': [doctored('CreditsHeld', () => ({ holdId: 'hld_1' }), 6), /open already/],
  'a hold that its balances forget': [
    doctored('CreditsHeld', ({ balances }) => ({ balances: { ...balances, held: 0 } })),
    /13 held/,
  ],
  'a debit that keeps the rest': [doctored('LedgerDebited', () => ({ returned: [] })), /differ from the held ones/],
  'a debit of more than its lots': [doctored('LedgerDebited', () => ({ amount: 4 })), /not the sum/],
  'a debit of another lot': [
    doctored('LedgerDebited', () => ({ debited: [{ lot: 'paid:never', amount: 3 }] })),
    /differ from the held ones/,
  ],
  'a debit of a part that is closed': [doctored('LedgerDebited', () => ({ partId: 'req_1' }), 8), /not open/],
  'a debit by another owner': [doctored('LedgerDebited', () => ({ ownerId: 'job_9' })), /another owner/],
  'a release of more than was held': [
    doctored('HoldReleased', () => ({ parts: [{ partId: 'req_1', allocations: [{ lot: 'paid:never', amount: 9 }] }] })),
    /differs from the held one/,
  ],
  'a part released twice': [doctored('HoldReleased', ({ parts }) => ({ parts: [...parts, ...parts] })), /not open/],
  'an expiry of more than is free': [doctored('CreditsExpired', () => ({ amount: 99 })), /overdrawn/],
  'an expiry of what never does': [doctored('CreditsExpired', () => ({ lot: 'paid:never' })), /never do/],
  'a refund that is not its lots': [doctored('LedgerRefunded', () => ({ amount: 1 })), /not the sum/],
  'a period that forgets a hold': [doctored('LedgerPeriodClosed', () => ({ holds: [] })), /other holds/],
  'a period that forgets a part': [
    doctored('LedgerPeriodClosed', ({ holds }) => ({ holds: holds.map((each) => ({ ...each, parts: [] })) })),
    /other parts/,
  ],
  'a period with more in a part': [
    doctored('LedgerPeriodClosed', ({ holds }) => ({
      holds: holds.map((each) => ({ ...each, parts: each.parts.map((part) => ({ ...part, allocations: [0, 9] })) })),
    })),
    /another part/,
  ],
  'a period with more in a lot': [
    doctored('LedgerPeriodClosed', ({ lots }) => ({ lots: lots.map((lot) => ({ ...lot, free: lot.free + 1 })) })),
    /another amount/,
  ],
  'a period that forgets a lot': [
    doctored('LedgerPeriodClosed', ({ lots }) => ({ lots: lots.slice(1) })),
    /other lots/,
  ],
  'a period with lots in another order': [
    doctored('LedgerPeriodClosed', ({ lots }) => ({ lots: lots.toReversed() })),
    /out of order/,
  ],
  'a period that counts wrongly': [doctored('LedgerPeriodClosed', () => ({ entries: 4 })), /counts its entries/],
  'a period that stands elsewhere': [doctored('LedgerPeriodClosed', () => ({ revision: 4 })), /another revision/],
  'a period that forgets the trial': [doctored('LedgerPeriodClosed', () => ({ trialGranted: false })), /trial/],
  'a period that forgets grants': [doctored('LedgerPeriodClosed', () => ({ grantIds: [] })), /other grants/],
  'a period that forgets the refund': [doctored('LedgerPeriodClosed', () => ({ lastRefund: null }), 7), /last refund/],
  'a period with another cap': [
    doctored('LedgerPeriodClosed', () => ({ limits: { monthlyCap: 5, lowAt: [] } })),
    /other limits/,
  ],
  'a period that spent another amount': [
    doctored('LedgerPeriodClosed', () => ({ spending: { month: '2026-01', debited: 99 } })),
    /another amount in its month/,
  ],
  'a period with another user': [
    doctored('LedgerPeriodClosed', () => ({ payers: { keys: ['x'], debited: [1], holds: [[]] } })),
    /another count of a user/,
  ],
  'what is no entry at all': [doctored('CreditsHeld', () => ({ parts: null })), /not an entry/],
};

for (const [name, [{ at, events }, problem]] of Object.entries(bad)) {
  test(`the audit names ${name}`, (t) => {
    t.true(at >= 0);
    const finding = auditOf(events);
    t.like(finding, { revision: at, type: events[at]?.type });
    t.regex(finding?.problem ?? '', problem);
  });
}

test('an entry that is missing is found at the next one', (t) => {
  for (const [at, { type }] of log.slice(0, -1).entries()) {
    // The state goes on without the end of a period: that one is missing is for the stream's hash chain to find.
    if (type === 'LedgerPeriodClosed') continue;
    const finding = auditOf(log.toSpliced(at, 1));
    t.truthy(finding, `${at} ${type}`);
    t.true((finding?.revision ?? 0) >= at);
  }
});

test('an entry that comes twice is found', (t) => {
  for (const [at, { type }] of log.entries()) {
    t.is(auditOf(log.toSpliced(at, 0, log[at] as LedgerEvent))?.revision, at + 1, type);
  }
});

test('refunds beyond a debit are found when that debit is watched', (t) => {
  const { log: refundedOnce } = work([...funding, hold([4]), debit('req_0', 3), refund(2, spent)]);
  const last = refundedOnce.at(-1) as Extract<LedgerEvent, { readonly type: 'LedgerRefunded' }>;
  const balances = { ...last.data.balances, bonus: last.data.balances.bonus + 2 };
  const events = [...refundedOnce, { ...last, data: { ...last.data, entryId: 'ent_c', balances } }];
  t.is(auditOf(events), undefined);
  t.like(auditOf(events, new Set(['ent_d'])), { entryId: 'ent_c', revision: events.length - 1 });
  t.like(auditOf(events.toSpliced(4, 1), new Set(['ent_d'])), { type: 'LedgerRefunded' });
});
