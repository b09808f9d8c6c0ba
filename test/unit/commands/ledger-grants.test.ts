import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import { balancesOf } from '../../../commands/ledger/queries.ts';
import { creditsExpired, creditsGranted } from '../../../events/ledger.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { deciderTest } from '../../spec/decider-spec.ts';
import { day, expire, funded, grant, hold, work } from '../../support/ledger/ledger-world.ts';

const test = deciderTest(ledgerDecider);

test('a grant adds to the lot of its pool and date', (given) => {
  const balances = { paid: 10, bonus: 0, held: 0 };
  const granted = creditsGranted({ entryId: 'ent_g', lot: 'paid:never', amount: 10, note: '', trial: false, balances });
  given().accepts(grant(), granted);
  given(granted).accepts(
    grant({ entryId: 'ent_2', amount: 1 }),
    creditsGranted({ ...granted.data, entryId: 'ent_2', amount: 1, balances: { ...balances, paid: 11 } }),
  );
});

test('a date of expiry has one form, so that one date is one lot', (given, t) => {
  for (const expiresAt of ['2026-02-01T01:00:00+01:00', '2026-02-01T00:00:00Z', '2026-02-01T00:00:00.000Z']) {
    given().leadsTo(grant({ expiresAt }), ({ lots }) =>
      t.deepEqual(lots, [{ id: 'paid:2026-02-01T00:00:00.000Z', free: 10, held: 0 }]),
    );
  }
});

test('as many of the last grants are remembered as promised', (given, t) => {
  const ids = Array.from({ length: limits.ledgerGrantIdsMax + 1 }, (_, i) => `ent_${i}`);
  const { log } = work(ids.map((entryId) => grant({ entryId, amount: 1 })));
  given(log).accepts(grant({ entryId: 'ent_1' }));
  given(log).leadsTo(grant({ entryId: 'ent_0' }), (_, events) => t.is(events.length, 1));
});

test('a grant of no whole number, of too much, or into the past is refused', (given) => {
  for (const amount of [0, -1, 1.5, limits.grantAmountMax + 1, Number.NaN]) {
    given().refuses(grant({ amount }), 'amount_out_of_range', { amount });
  }
  for (const expiresAt of [day(1), day(0), 'tomorrow', '2026-13-01T00:00:00Z', '']) {
    given().refuses(grant({ expiresAt }), 'expiry_invalid');
  }
});

test('a grant whose sum would leave the safe integers is refused', (given, t) => {
  const paid = Number.MAX_SAFE_INTEGER - 5;
  const balances = { paid, bonus: 0, held: 0 };
  const rich = creditsGranted({ entryId: 'ent_1', lot: 'paid:never', amount: paid, note: '', trial: false, balances });
  given(rich).refuses(grant({ amount: 6, pool: 'bonus' }), 'amount_out_of_range');
  given(rich).leadsTo(grant({ amount: 5, pool: 'bonus' }), (state) =>
    t.is(balancesOf(state).total, Number.MAX_SAFE_INTEGER),
  );
});

test('a ledger has a bounded number of lots, and one with nothing left is gone', (given, t) => {
  const lots = limits.ledgerLotsMax;
  const grants = Array.from({ length: lots }, (_, i) => grant({ entryId: `ent_${i}`, expiresAt: day(i + 2) }));
  given(work(grants).log).refuses(grant(), 'too_many_lots', { lots });
  for (const more of [work(grants).log, work([...grants, expire(day(2))]).log]) {
    given(more).leadsTo(grant({ expiresAt: day(lots + 1) }), (state, events) =>
      t.deepEqual([state.lots.length <= lots, events.length], [true, 1]),
    );
  }
  given(work([...grants, expire(day(2))]).log).leadsTo(grant(), (state) => t.is(state.lots.length, lots));
});

test('free credits of a lot expire at its date, held ones do not', (given, t) => {
  given(funded()).accepts(expire('2026-01-01T23:59:59.999Z'));
  const balances = { paid: 10, bonus: 5, held: 0 };
  given(funded()).accepts(
    expire(day(2)),
    creditsExpired({ entryId: 'ent_x-1', lot: `bonus:${day(2)}`, amount: 5, balances }),
  );
  given(funded()).leadsTo(expire(day(9)), (state, events) => {
    t.deepEqual(
      events.map(({ data }) => 'entryId' in data && data.entryId),
      ['ent_x-1', 'ent_x-2'],
    );
    t.deepEqual(state.lots, [{ id: 'paid:never', free: 10, held: 0 }]);
  });
  const kept = { paid: 10, bonus: 7, held: 7 };
  given(funded(hold([7]))).accepts(
    expire(day(9)),
    creditsExpired({ entryId: 'ent_x-1', lot: `bonus:${day(3)}`, amount: 3, balances: kept }),
  );
});

test('ids and times that no entry can hold are refused', (given, t) => {
  for (const entryId of ['', 'x'.repeat(34), 'with space', 'é', '"']) {
    given().refuses(grant({ entryId }), 'malformed_entry');
  }
  given().leadsTo(grant({ entryId: 'x'.repeat(33) }), (state) => t.is(state.entries, 1));
  given().refuses(grant({ now: 'now' }), 'malformed_entry');
  given().refuses(expire('2026'), 'malformed_entry');
  t.is(ledgerStream('ws_1'), 'ledger-ws_1');
});
