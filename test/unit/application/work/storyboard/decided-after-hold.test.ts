/** A repair dies once it has its hold. A person decides on its frame before the supervisor carries it on. */
import test, { type ExecutionContext } from 'ava';
import { partsOf } from '../../../../../commands/job/queries.ts';
import { openParts } from '../../../../../commands/ledger/queries.ts';
import { carryJobOn } from '../../../../../src/application/reactions/carry-job-on.ts';
import { systemContext } from '../../../../../src/application/services/services.ts';
import { createRepair } from '../../../../../src/application/work/storyboard/repair.ts';
import { assert } from '../../../../../src/kernel/faults.ts';
import { answered } from '../../../../support/application/answered.ts';
import { decide, generate, produce, repair } from '../../../../support/application/production.ts';
import { balancesIn, jobOf, ledgerOf, projectOf } from '../../../../support/application/states.ts';
import { givenWorld, type World } from '../../../../support/application/world.ts';
import { drawJob } from '../../../../support/jobs/draw-job.ts';
import { settle } from '../../../../support/ledger/settled.ts';
import { createStrictCodec } from '../../../../support/log/strict-codec.ts';
import { dyingAt } from '../../../../support/log/watched-commands.ts';

/** A frame whose first attempt failed before its job was cancelled. Its repair dies at its queue. */
const givenHeldRepair = async (t: ExecutionContext) => {
  const { world, process, ann } = await givenWorld(t, { trialCredits: 100 });
  const production = await produce(process, ann, 2);
  const { projectId, planId } = production;
  const first = await generate(process, production);
  await drawJob(process.services, first, () => 'fail', 1);
  await answered(process.application.cancelJob(ann, first));
  await drawJob(process.services, first);
  const commands = dyingAt(process.services.commands, 'QueueJob');
  await t.throwsAsync(createRepair({ ...process.services, commands })(ann, projectId, planId, null));
  const jobId = (await projectOf(process, projectId)).open?.jobId;
  assert(jobId !== undefined, 'the repair is claimed');
  const supervise = async () => {
    const context = systemContext(ann.workspaceId, 'supervise', 'c2');
    await carryJobOn(process.services, { jobId, projectId }, context);
  };
  return { world, process, ann, production, jobId, supervise };
};

/** The findings of an audit of all that was held and paid. */
const findingsIn = async (world: World) => {
  const codec = createStrictCodec();
  return settle((await world.events()).map((event) => codec.decode(event))).findings;
};

test('repair changes its worst case: the start is refused, and the next one is paid as held', async (t) => {
  const { world, process, ann, production, jobId, supervise } = await givenHeldRepair(t);
  await answered(decide(process, production, 'repair', 0));
  await supervise();
  t.is((await jobOf(process, jobId)).refusedReason, 'expected_mismatch');
  t.is((await balancesIn(process, ann.workspaceId)).held, 0);
  const again = await repair(process, production);
  const { details } = await jobOf(process, again);
  assert(details !== null, 'the next repair is queued');
  t.deepEqual(openParts(await ledgerOf(process, ann.workspaceId), details.holdId), partsOf(details));
  await drawJob(process.services, again, ({ attempt }) => (attempt < 4 ? 'fail' : 'pass'));
  t.deepEqual(await findingsIn(world), []);
});

test('accept leaves its worst case: the repair goes on without the frame, and is paid as held', async (t) => {
  const { world, process, ann, production, jobId, supervise } = await givenHeldRepair(t);
  await answered(decide(process, production, 'accept', 0));
  await supervise();
  t.deepEqual(
    (await jobOf(process, jobId)).tasks.map(({ status }) => status),
    ['left_out', 'dispatched'],
  );
  await drawJob(process.services, jobId);
  t.is((await balancesIn(process, ann.workspaceId)).held, 0);
  t.deepEqual(await findingsIn(world), []);
});
