/** A frame that others continue is sent to repair between the claim of their repair and its start. */
import test, { type ExecutionContext } from 'ava';
import { createRepair } from '../../../../../src/application/work/storyboard/repair.ts';
import { answered, refusalOf, storedBody } from '../../../../support/application/answered.ts';
import { drawJob } from '../../../../support/jobs/draw-job.ts';
import {
  createProject,
  decide,
  generate,
  plan,
  repair,
  storyboardOf,
} from '../../../../support/application/production.ts';
import { givenWorld } from '../../../../support/application/world.ts';
import { settle } from '../../../../support/ledger/settled.ts';
import { createStrictCodec } from '../../../../support/log/strict-codec.ts';
import { watchedCommands } from '../../../../support/log/watched-commands.ts';
import { balancesIn, jobOf } from '../../../../support/application/states.ts';

/** A chain of four frames, of which a job made so many before it was cancelled. */
const givenChain = async (t: ExecutionContext, made: number) => {
  const { world, process, ann } = await givenWorld(t, { trialCredits: 500 });
  const projectId = await createProject(process, ann, { storyboard: storyboardOf(4, { continuityMode: 'chain' }) });
  const production = await plan(process, ann, projectId);
  const { planId } = production;
  const jobId = await generate(process, production);
  await drawJob(process.services, jobId, () => 'pass', made);
  if (made < 4) await answered(process.application.cancelJob(ann, jobId));
  await drawJob(process.services, jobId);
  const sendBack = async (...frames: readonly number[]) => answered(decide(process, production, 'repair', ...frames));
  const { commands } = process.services;
  /** A repair; right after its claim this frame is sent back, too. */
  const repairing = async (frame: number) => {
    const sendsBack = watchedCommands(commands, {
      after: async (type) => (type === 'ClaimGeneration' ? sendBack(frame) : undefined),
    });
    return createRepair({ ...process.services, commands: sendsBack })(ann, projectId, planId, null);
  };
  const held = async () => (await balancesIn(process, ann.workspaceId)).held;
  const job = async (id: string) => jobOf(process, id);
  const settled = async () => {
    const codec = createStrictCodec();
    return settle((await world.events()).map((event) => codec.decode(event)));
  };
  return { process, production, sendBack, repairing, held, job, settled };
};

test('a repair of nothing but frames behind it is refused, and the next one makes all of them', async (t) => {
  const { process, production, repairing, held, job } = await givenChain(t, 1);
  t.is(await refusalOf(repairing(0)), 'expected_mismatch');
  t.is(await held(), 0);
  const id = await repair(process, production);
  await drawJob(process.services, id);
  t.deepEqual(
    (await job(id)).tasks.map(({ status }) => status),
    ['accepted', 'accepted', 'accepted', 'accepted'],
  );
});

test('a repair that can make another frame begins, and gives back the part of the frame behind it', async (t) => {
  const { process, sendBack, repairing, held, job, settled } = await givenChain(t, 4);
  await sendBack(1, 3);
  const { job: started } = (await storedBody(repairing(2))) as { readonly job: { readonly id: string } };
  await drawJob(process.services, started.id);
  t.deepEqual(
    (await job(started.id)).tasks.map(({ status }) => status),
    ['accepted', 'pending'],
  );
  t.is(await held(), 0);
  t.deepEqual(await settled(), { findings: [], owed: { parts: 0, credits: 0, accepted: 0 } });
});
