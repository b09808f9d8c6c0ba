import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import { closePeriod, restore } from '../../../commands/ledger/period.ts';
import type { LedgerState } from '../../../commands/ledger/state.ts';
import { creditsHeld, type HoldPart, type LedgerEvent } from '../../../events/ledger.ts';
import { eventBytes } from '../../../src/kernel/append-bounds.ts';
import { canonicalJson } from '../../../src/kernel/canonical-json.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { deciderTest } from '../../spec/decider-spec.ts';
import { day, debit, expire, funding, grant, hold, work } from '../../support/ledger/ledger-world.ts';

const test = deciderTest(ledgerDecider);

const PERIOD = limits.ledgerPeriodEvents;

/** Funded; then one hold after another and a debit of its first part, until there are so many entries. */
const busy = (entries: number) => {
  const turns = Array.from({ length: entries - funding.length }, (_, i) => {
    const of = { entryId: `ent_${i}`, holdId: `hld_${Math.floor(i / 2)}`, n: i };
    if (i % 2 === 1) return debit('req_0', 0, { entryId: of.entryId, holdId: of.holdId });
    // The first three keep a second part open, to the end of all.
    return hold(i < 6 ? [1, 1] : [1], of);
  });
  return work([...funding, ...turns]);
};

test('a thousand events close a period, in the same append as the last of them', (given, t) => {
  const { log } = busy(PERIOD - 1);
  t.false(log.some(({ type }) => type === 'LedgerPeriodClosed'));
  given(log).leadsTo(grant({ entryId: 'ent_last' }), (after, events) => {
    t.deepEqual(
      events.map(({ type }) => type),
      ['CreditsGranted', 'LedgerPeriodClosed'],
    );
    t.like(events[1]?.data, { entries: PERIOD, revision: PERIOD, balances: after.balances });
    t.is(after.revision, PERIOD);
    t.true(after.holds.length >= 3);
  });
});

test('events that pass the thousand close the period once, after the last of them', (given, t) => {
  given(busy(PERIOD - 1).log).leadsTo(expire(day(9)), (state, events) => {
    t.deepEqual(
      events.map(({ type }) => type),
      ['CreditsExpired', 'CreditsExpired', 'LedgerPeriodClosed'],
    );
    t.is(state.entries, PERIOD + 1);
  });
});

const userKey = (index: number): string => `${index}`.padStart(26, 'x');

/** The state that takes the most bytes to write down: every bound reached, ids and numbers as long as they may be. */
const fullest = (): LedgerState => {
  const long = (name: string, index: number): string => `${name}${index}`.padStart(limits.ledgerIdCharsMax, 'x');
  const most = Number.MAX_SAFE_INTEGER;
  const lots = Array.from({ length: limits.ledgerLotsMax }, (_, i) => ({
    id: `bonus:${new Date(Date.UTC(9000, 0, i + 1)).toISOString()}`,
    free: most,
    held: most,
  }));
  const lastLot = lots.at(-1)?.id ?? '';
  const spare = limits.openAllocationsPerWorkspaceMax - limits.openPartsPerWorkspaceMax;
  const part = (i: number): HoldPart => ({
    partId: long('p', i),
    allocations: Array.from({ length: i < spare ? 2 : 1 }, () => ({ lot: lastLot, amount: limits.holdPartAmountMax })),
  });
  const parts = Array.from({ length: limits.openPartsPerWorkspaceMax }, (_, i) => part(i));
  const holds = Array.from({ length: limits.openHoldsPerWorkspaceMax }, (_, i) => ({
    holdId: long('h', i),
    ownerId: long('o', i),
    n: most,
    payerKey: userKey(i % limits.ledgerPayersMax),
    parts: parts.filter((__, index) => index % limits.openHoldsPerWorkspaceMax === i),
  }));
  return {
    balances: { paid: most, bonus: most, held: most },
    lots,
    holds,
    openParts: parts.length,
    openAllocations: limits.openAllocationsPerWorkspaceMax,
    trialGranted: false,
    grantIds: Array.from({ length: limits.ledgerGrantIdsMax }, (_, i) => long('g', i)),
    lastRefund: most,
    closed: true,
    limits: { monthlyCap: most, lowAt: Array.from({ length: limits.creditsLowThresholdsMax }, (_, i) => most - i) },
    spending: {
      month: '2026-01',
      debited: most,
      payers: Array.from({ length: limits.ledgerPayersMax }, (_, i) => ({ key: userKey(i), debited: most })),
    },
    entries: most,
    revision: most - 1,
  };
};

/** Actor, owner, times and hashes, each at full length and with room to spare. */
const metadata = 'x'.repeat(2_048);

const bytesOf = (event: LedgerEvent): number =>
  eventBytes({ id: 'x'.repeat(36), type: event.type, data: canonicalJson(event.data), metadata });

test('the end of a period fits one event, whatever is open', (_, t) => {
  const bytes = bytesOf(closePeriod(fullest()));
  t.log(`${bytes} of ${limits.eventBytesMax} bytes`);
  t.true(bytes <= limits.eventBytesMax);
  // The bounds are not loose either: a quarter more parts would not fit.
  const parts = fullest().holds.flatMap((hold) => hold.parts);
  const more = { ...fullest().holds[0], holdId: 'h', ownerId: 'o', n: 0, parts: parts.slice(0, parts.length / 4) };
  t.true(bytesOf(closePeriod({ ...fullest(), holds: [...fullest().holds, more] })) > limits.eventBytesMax);
});

test('the fullest state comes back as it was', (_, t) => {
  const state = fullest();
  const restored = restore(closePeriod(state).data);
  // The held credits of each lot are the sum of its parts, more than a real ledger could hold.
  const without = (lots: LedgerState['lots']) => lots.map(({ id, free }) => ({ id, free }));
  t.deepEqual(
    { ...restored, lots: without(restored.lots) },
    { ...state, lots: without(state.lots), revision: state.revision + 1 },
  );
});

test('the fullest hold fits one event', (_, t) => {
  const { holds, balances } = fullest();
  const parts = holds.flatMap((each) => each.parts).slice(0, limits.holdPartsMax);
  const id = 'x'.repeat(limits.ledgerIdCharsMax);
  const event = creditsHeld({ entryId: id, holdId: id, ownerId: id, n: Number.MAX_SAFE_INTEGER, parts, balances });
  t.true(bytesOf(event) < limits.eventBytesMax / 2);
});
