import test from 'ava';
import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import type { LedgerEvent } from '../../../events/ledger.ts';
import { releaseParts } from '../../../commands/ledger/close-parts.ts';
import { sumOfCosts } from '../../../src/kernel/provider-cost.ts';
import { debit, funding, hold, release, work } from '../../support/ledger/ledger-world.ts';

const USD = (amount: string) => ({ amount, currency: 'USD' });
const costs = { req_0: [USD('1')], req_1: [USD('0.2'), { amount: '3', currency: 'JPY' }], req_2: [USD('0.03')] };

/** Each step names the costs of all parts, as a process that knows no other one would. */
const told = (decider = ledgerDecider): readonly unknown[] =>
  work(
    [
      ...funding,
      hold([3, 4, 2]),
      debit('req_0', 3, { providerCosts: costs.req_0 }),
      debit('req_0', 3, { entryId: 'ent_e', providerCosts: costs.req_0 }),
      release(['req_0', 'req_1'], { providerCosts: costs }),
      release('all', { entryId: 'ent_s', providerCosts: costs }),
    ],
    decider,
  ).log.flatMap(({ data }: LedgerEvent) => ('providerCosts' in data ? [data.providerCosts] : []));

const ONCE = [[USD('1')], [{ amount: '3', currency: 'JPY' }, USD('0.2')], [USD('0.03')]];

test('the costs behind a part are told by the one entry that closes it', (t) => {
  t.deepEqual(told(), ONCE);
});

test('sabotage: a release that tells the costs of all parts it was asked for is found', (t) => {
  const decide: typeof ledgerDecider.decide = (command, state, revision) => {
    if (command.type !== 'ReleaseParts') return ledgerDecider.decide(command, state, revision);
    const all = sumOfCosts(Object.values(command.providerCosts ?? {}).flat());
    const open = state.holds[0]?.parts[0]?.partId ?? '';
    return releaseParts({ ...command, providerCosts: { ...command.providerCosts, [open]: all } }, state);
  };
  t.notDeepEqual(told({ ...ledgerDecider, decide }), ONCE);
});
