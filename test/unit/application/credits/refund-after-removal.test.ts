/** A workspace that is removed while a refund is under way: no paid credits are left behind in it. */
import test from 'ava';
import { createRefundEntry } from '../../../../src/application/credits/refund-entry.ts';
import { answered, bodyOf, FRESH, refusalOf } from '../../../support/application/answered.ts';
import { draw, produce } from '../../../support/application/production.ts';
import { balancesIn } from '../../../support/application/states.ts';
import { created } from '../../../support/application/workspace-steps.ts';
import { enterAs, givenWorld } from '../../../support/application/world.ts';
import { overtakenAt } from '../../../support/log/watched-commands.ts';

test('removed just before RefundEntry: the refund is refused, and no credits are stranded', async (t) => {
  const { process, ann: home } = await givenWorld(t);
  const id = await created(process, home);
  const ann = await enterAs(process, 'ann', id);
  await answered(process.application.grantCredits(ann, id, { pool: 'paid', amount: 3 }, null));
  // The one frame takes all three credits.
  await draw(process, await produce(process, ann, 1), ({ attempt }) => (attempt < 3 ? 'fail' : 'pass'));
  const page = { limit: 10, cursor: null };
  const { entries } = await bodyOf(process.application.ledgerEntries(ann, { kind: 'debit' }, page, FRESH));
  const [debit] = entries as readonly { readonly entryId: string }[];
  const commands = overtakenAt(process.services.commands, 'RefundEntry', async () =>
    answered(process.application.deleteWorkspace(home, id, false)),
  );
  const refund = createRefundEntry({ ...process.ground, commands });
  const input = { entryId: debit?.entryId ?? '', amount: 3, reason: 'a smudge' };
  t.is(await refusalOf(refund(ann, input, null)), 'workspace_forbidden');
  t.like(await balancesIn(process, id), { paid: 0, held: 0 });
});
