/** Spends credits of a workspace on work whose providers told costs, paid for or not. */
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import type { Caller } from '../../../src/application/calls/caller.ts';
import type { Process } from '../application/world.ts';
import { context } from '../log/command-world.ts';
import { debit, hold, release } from './ledger-world.ts';

const USD = (amount: string) => ({ amount, currency: 'USD' });
const JPY = (amount: string) => ({ amount, currency: 'JPY' });

/** By kind of entry, in the order of a statement: what one spending adds. Floats would make 0.1 and 0.2 another sum. */
export const COSTLY = [
  ['release', [JPY('3')]],
  ['debit', [JPY('3'), USD('0.3')]],
];

/** `name` tells one spending from another. */
export const spendWithCosts = async ({ services }: Process, { workspaceId }: Caller, name = 'first'): Promise<void> => {
  const now = new Date(services.clock.now()).toISOString();
  const of = (entry: string) => ({ entryId: `ent_${name}_${entry}`, holdId: `hld_${name}`, now });
  const commands = [
    hold([1, 1, 1], { ...of('h'), ownerId: `job_${name}` }),
    debit('req_0', 1, { ...of('0'), providerCosts: [USD('0.1')] }),
    debit('req_1', 1, { ...of('1'), providerCosts: [JPY('3'), USD('0.2')] }),
    release('all', { ...of('r'), providerCosts: { req_2: [JPY('3')] } }),
  ];
  for (const command of commands) {
    await services.commands.handle(ledgerDecider, ledgerStream(workspaceId), command, { ...context, workspaceId });
  }
};
