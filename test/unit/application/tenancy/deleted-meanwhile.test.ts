/** A workspace that is removed while a call of its member is under way: what the call starts does not begin. */
import test from 'ava';
import { createGenerate } from '../../../../src/application/work/storyboard/generate.ts';
import { answered } from '../../../support/application/answered.ts';
import { asked, produce } from '../../../support/application/production.ts';
import { createWorld, enterAs } from '../../../support/application/world.ts';
import { created } from '../../../support/application/workspace-steps.ts';
import { overtakenAt } from '../../../support/log/watched-commands.ts';
import { balancesIn, projectOf } from '../../../support/application/states.ts';

for (const step of ['ClaimGeneration', 'HoldCredits', 'QueueJob']) {
  test(`removed just before ${step}: the job does not begin, and nothing is held`, async (t) => {
    const world = await createWorld(t);
    const [slow, other] = [await world.start({}), await world.start({})];
    const home = await enterAs(slow, 'ann');
    const id = await created(slow, home, 'Second');
    const ann = await enterAs(slow, 'ann', id);
    await answered(slow.application.grantCredits(ann, id, { pool: 'paid', amount: 100 }, null));
    const production = await produce(slow, ann, 2);
    let removed = false;
    const commands = overtakenAt(slow.services.commands, step, async () => {
      removed = true;
      await answered(other.application.deleteWorkspace(home, id, true));
    });
    const generate = createGenerate({ ...slow.services, commands });
    t.like(await generate(...asked(production), null), { kind: 'refused', code: 'membership_required' });
    t.true(removed);
    t.like(await balancesIn(other, id), { paid: 100, held: 0 });
    const project = await projectOf(other, production.projectId);
    t.is(project.open, null);
  });
}
