/** A process that is held up between its looks at plan, ledger and job, while others decide and repair. */
import test, { type ExecutionContext } from 'ava';
import { ledgerStream } from '../../../../commands/ledger/decider.ts';
import type { CommandHandler } from '../../../../src/application/log/command-handler.ts';
import { carryPlanOn } from '../../../../src/application/reactions/carry-plan-on.ts';
import { settleDecided } from '../../../../src/application/reactions/settle-job.ts';
import { createReview } from '../../../../src/application/review/review.ts';
import { systemContext } from '../../../../src/application/services/services.ts';
import { answered } from '../../../support/application/answered.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import { generate, produce, repair } from '../../../support/application/production.ts';
import { balancesIn, jobOf } from '../../../support/application/states.ts';
import { createWorld, enterAs } from '../../../support/application/world.ts';
import { dyingAt } from '../../../support/log/watched-commands.ts';

/** Two processes; frame 1 of a plan waits for a person. */
const givenWaiting = async (t: ExecutionContext) => {
  const world = await createWorld(t);
  const [here, there] = [await world.start({}), await world.start({})];
  const ann = await enterAs(here, 'ann');
  const production = await produce(here, ann, 2);
  const { projectId, planId } = production;
  const jobId = await generate(here, production);
  await drawJob(here.services, jobId, ({ index }) => (index === 1 ? 'fail' : 'pass'));
  const total = async () => (await balancesIn(there, ann.workspaceId)).total;
  const decide = async (
    process: { readonly application: Pick<typeof here.application, 'review'> },
    decision: Decision,
  ) => answered(process.application.review(ann, projectId, planId, [{ frameIndex: 1, decision, note: 'looked' }]));
  const charged = async (id: string) => (await jobOf(there, id)).tasks.find(({ index }) => index === 1)?.creditsCharged;
  /** Carries the plan on, held up before its look at the ledger, or after the next one, at the job. */
  const carryOn = async (at: 'ledger' | 'job', meanwhile: () => Promise<void>): Promise<void> => {
    const { commands } = here.services;
    let looks = 0;
    const slow: CommandHandler['read'] = async (decider, stream) => {
      looks = stream === ledgerStream(ann.workspaceId) || looks > 0 ? looks + 1 : 0;
      const look = looks;
      if (look === 1 && at === 'ledger') await meanwhile();
      const found = await commands.read(decider, stream);
      if (look === 2 && at === 'job') await meanwhile();
      return found;
    };
    const deps = { ...here.services, commands: { ...commands, read: slow } };
    await carryPlanOn(deps, planId, systemContext(ann.workspaceId, 'review', 'slow'));
  };
  return { here, there, ann, production, jobId, total, decide, charged, carryOn };
};

type Decision = 'accept' | 'repair';

test('held up after its look at the plan, it leaves the part of a later repair alone', async (t) => {
  const { there, production, total, decide, charged, carryOn } = await givenWaiting(t);
  await decide(there, 'repair');
  let repairId = '';
  await carryOn('ledger', async () => {
    repairId = await repair(there, production);
    await drawJob(there.services, repairId, () => 'fail');
  });
  const before = await total();
  await decide(there, 'accept');
  const cost = (await charged(repairId)) ?? 0;
  t.true(cost > 0);
  t.is(before - (await total()), cost, 'the accept is paid out of the part');
});

test('held up after its look at the job, it leaves the part of an accepted frame alone', async (t) => {
  const { here, there, ann, jobId, total, decide, charged, carryOn } = await givenWaiting(t);
  const commands = dyingAt(there.services.commands, 'DebitPart');
  const review = createReview({ ...there.ground, commands });
  const dying = { application: { review } };
  const before = await total();
  await carryOn('job', async () => {
    await t.throwsAsync(decide(dying, 'accept'), { message: 'the process died' });
    await decide(there, 'repair');
  });
  const cost = (await charged(jobId)) ?? 0;
  t.true(cost > 0);
  t.is(before, await total(), 'the debit is still owed');
  await settleDecided(here.services, jobId, systemContext(ann.workspaceId, 'supervise', 'test'));
  t.is(before - (await total()), cost, 'and is paid out of the part');
});
