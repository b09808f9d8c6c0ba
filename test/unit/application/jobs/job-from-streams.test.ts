/** A job as its streams tell it: what a read model that has come as far would say. */
import test from 'ava';
import type { CommandHandler } from '../../../../src/application/log/command-handler.ts';
import { ledgerDecider } from '../../../../commands/ledger/decider.ts';
import { jobFromStreams } from '../../../../src/application/jobs/read-job.ts';
import { answered, bodyOf, FRESH } from '../../../support/application/answered.ts';
import { generate, produce } from '../../../support/application/production.ts';
import { givenWorld } from '../../../support/application/world.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';

/** `meanwhile` is done just before the first read of a ledger. */
const overtakenAtLedger = (commands: CommandHandler, meanwhile: () => Promise<unknown>): CommandHandler => {
  let isOvertaken = false;
  const read: CommandHandler['read'] = async (decider, stream) => {
    if ((decider as unknown) === ledgerDecider && !isOvertaken) {
      isOvertaken = true;
      await meanwhile();
    }
    return commands.read(decider, stream);
  };
  return { ...commands, read };
};

test('a job that ends while its ledger is read is never told as running at a position after its end', async (t) => {
  const { process, application, ground, services, ann } = await givenWorld(t);
  const jobId = await generate(process, await produce(process, ann, 1));
  const commands = overtakenAtLedger(services.commands, async () => {
    await drawJob(services, jobId);
    // Another call is in the way, too: the ledger comes further than the job.
    await answered(application.grantCredits(ann, ann.workspaceId, { pool: 'paid', amount: 1 }, null));
  });
  const first = await jobFromStreams({ streams: ground.streams, commands }, jobId);
  const second = await jobFromStreams(ground, jobId);
  t.is(second?.body.status, 'completed');
  t.false(first?.position === second?.position && first?.body.status !== second?.body.status);
});

test('a frame that is accepted and not yet paid costs nothing in any answer', async (t) => {
  const { process, application, services, ann } = await givenWorld(t);
  const jobId = await generate(process, await produce(process, ann, 2));
  await drawJob(services, jobId, () => 'pass', 1);
  const { job } = await answered(application.pauseJob(ann, jobId));
  const { jobs } = await bodyOf(application.listJobs(ann, {}, { limit: 1, cursor: null }, FRESH));
  t.like(job, { chargedCredits: 0, heldCredits: 6 });
  t.deepEqual([job], jobs);
});
