import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import { openHold, openHoldsOf, openParts } from '../../../commands/ledger/queries.ts';
import { creditsHeld } from '../../../events/ledger.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { deciderTest } from '../../spec/decider-spec.ts';
import { day, debit, funded, funding, grant, hold, work } from '../../support/ledger/ledger-world.ts';

const test = deciderTest(ledgerDecider);

const until = (n: number): string => `bonus:${day(n)}`;

test('a hold takes bonus credits first, and of a pool what expires soonest', (given) => {
  const parts = [
    [{ lot: until(2), amount: 3 }],
    [
      { lot: until(2), amount: 2 },
      { lot: until(3), amount: 2 },
    ],
    [],
    [
      { lot: until(3), amount: 3 },
      { lot: 'paid:never', amount: 2 },
    ],
  ].map((allocations, index) => ({ partId: `req_${index}`, allocations }));
  const balances = { paid: 10, bonus: 10, held: 12 };
  given(funded()).accepts(
    hold([3, 4, 0, 5]),
    creditsHeld({ entryId: 'ent_h', holdId: 'hld_1', ownerId: 'job_1', n: 1, parts, balances }),
  );
});

test('a hold is for all or for nothing', (given, t) => {
  given().refuses(hold([1]), 'insufficient_credits', { required: 1, available: 0 });
  given(funded()).refuses(hold([15, 6]), 'insufficient_credits', { required: 21, available: 20 });
  // Work on a customer's own key costs nothing, and is settled all the same.
  given().leadsTo(hold([0]), (state) => t.is(state.openParts, 1));
});

test('the state tells what is open', (_, t) => {
  const { state } = work([...funding, hold([2, 3]), hold([1], { holdId: 'hld_2', n: 2 }), debit('req_0', 1)]);
  t.is(openHold(state, 'job_1', 1)?.holdId, 'hld_1');
  t.is(openHold(state, 'job_1', 3), undefined);
  t.deepEqual(
    openHoldsOf(state, 'job_1').map(({ holdId }) => holdId),
    ['hld_1', 'hld_2'],
  );
  t.deepEqual(openHoldsOf(state, 'job_2'), []);
  t.deepEqual(openParts(state, 'hld_1'), [{ partId: 'req_1', amount: 3 }]);
  t.deepEqual(openParts(state, 'hld_9'), []);
});

test('the open holds of a workspace are bounded', (given, t) => {
  const rich = grant({ amount: 1_000_000 });
  const some = (count: number): number[] => Array.from({ length: count }, () => 1);
  const fresh = (i: number) => ({ holdId: `hld_${i}`, ownerId: `job_${i}`, entryId: `ent_h${i}` });

  const holds = Array.from({ length: limits.openHoldsPerWorkspaceMax }, (_, i) => hold([1], fresh(i)));
  given(work([rich, ...holds]).log).refuses(hold([1], { holdId: 'hld_x', n: 9 }), 'too_many_open_holds', {
    holds: 201,
    parts: 201,
    allocations: 201,
  });

  const full = Array.from({ length: 5 }, (_, i) => hold(some(limits.holdPartsMax), fresh(i)));
  const { log } = work([rich, ...full]);
  given(log).refuses(hold(some(25), fresh(9)), 'too_many_open_holds', { holds: 6, parts: 1_025, allocations: 1_025 });
  given(log).leadsTo(hold(some(24), fresh(9)), (state) => t.is(state.openParts, limits.openPartsPerWorkspaceMax));
});

test('the lots that open parts are taken from are bounded too', (given) => {
  // One credit in each of many lots, again and again: every part is taken from all of them.
  const lots = limits.ledgerLotsMax;
  const commands = Array.from({ length: limits.openAllocationsPerWorkspaceMax / lots }, (_, round) => [
    ...Array.from({ length: lots }, (__, i) =>
      grant({ entryId: `ent_${round}_${i}`, amount: 1, expiresAt: day(i + 2) }),
    ),
    hold([lots], { entryId: `ent_h${round}`, holdId: `hld_${round}`, ownerId: `job_${round}` }),
  ]).flat();
  const holds = limits.openAllocationsPerWorkspaceMax / lots + 1;
  const allocations = limits.openAllocationsPerWorkspaceMax + 1;
  given(work([...commands, grant({ expiresAt: day(2) })]).log).refuses(
    hold([1], { holdId: 'hld_x', n: 9 }),
    'too_many_open_holds',
    { holds, parts: holds, allocations },
  );
});

test('holds that no entry can hold are refused', (given) => {
  const parts = (...ids: readonly string[]) => ({ parts: ids.map((partId) => ({ partId, amount: 0 })) });
  const tooMany = Array.from({ length: limits.holdPartsMax + 1 }, () => 0);
  const malformed = [
    hold([]),
    hold(tooMany),
    hold([0], parts('req_0', 'req_0')),
    hold([0], parts('')),
    hold([0], { holdId: 'x'.repeat(37) }),
    hold([0], { ownerId: 'job 1' }),
    hold([0], { n: -1 }),
    hold([0], { n: 0.5 }),
    hold([0], { entryId: '' }),
    hold([0], { now: '' }),
  ];
  for (const command of malformed) given().refuses(command, 'malformed_entry');
  for (const amount of [-1, 0.5, limits.holdPartAmountMax + 1]) {
    given().refuses(hold([0, amount]), 'amount_out_of_range', { amount });
  }
});
