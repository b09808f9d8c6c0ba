/**
 * Bad input for the real service (I9). Each row is refused with its code, says that nothing was spent, and moves
 * neither ledger nor engines. Here are the rows that need a world. Bodies and headers in general are checked in
 * `test/contract/http`. Ids of others are in `foreign-ids.test.ts`, the order of refusals in `conformance-*.test.ts`.
 */
import test from 'ava';
import { ledgerDecider, ledgerStream } from '../../commands/ledger/decider.ts';
import { createIds } from '../../src/adapters/system/ids.ts';
import { newId } from '../../src/kernel/ids.ts';
import { sampleId } from '../support/http/http-samples.ts';
import { watchMoney } from '../support/ledger/quiet-money.ts';
import { withCommands } from '../support/service/doctored.ts';
import { givenClient } from '../support/service/real-service.ts';
import { generate, givenPlanned } from '../support/service/storyboard-calls.ts';
import { rowsOf } from './bad-input/rows.ts';
import { givenWorld, runRows } from './bad-input/world.ts';
import { personalWorkspaceOf } from '../support/service/workspace-of.ts';

test('a refused request has cost nothing', async (t) => {
  const world = await givenWorld(t);
  const money = await watchMoney(world.service.core, world.calls);
  await runRows(t, money, rowsOf(world));
  // Nothing of it was a broken request: what is asked for rightly is given, and seen to cost.
  t.is((await generate(world.alice, world.fresh)).status, 202);
  t.not((await money.moved()).length, 0);
});

/** Sets credits aside as soon as it looks at a project, before it has checked anything. */
const holdingFirst = (trap: { workspaceId: string | null }) =>
  withCommands((commands) => ({
    read: async (decider, stream) => {
      const { workspaceId } = trap;
      if (decider.category === 'project' && workspaceId !== null) {
        const [entryId, holdId] = [newId('ent', createIds()), newId('ent', createIds())];
        const parts = [{ partId: 'p', amount: 1 }];
        const command = { type: 'HoldCredits', entryId, holdId, ownerId: holdId, n: 0, parts, now: AT } as const;
        const context = { workspaceId, actor: 'system:trap', correlationId: 'trap' };
        await commands.handle(ledgerDecider, ledgerStream(workspaceId), command, context);
      }
      return commands.read(decider, stream);
    },
  }));

const AT = '2026-01-01T00:00:00.000Z';

test('a service that sets credits aside before it checks is found out', async (t) => {
  const trap: { workspaceId: string | null } = { workspaceId: null };
  const { client, core } = await givenClient(t, { doctor: holdingFirst(trap) });
  const planned = await givenPlanned(client, ['a quay']);
  const money = await watchMoney(core, []);
  trap.workspaceId = await personalWorkspaceOf(client);
  const answer = await generate(client, planned, { requirementIds: [sampleId('req', 'no')] });
  t.is(answer.status, 422);
  t.regex((await money.moved()).join(), /CreditsHeld/);
});
