/** The payments and releases at the end of a job, while others work on it. */
import test from 'ava';
import type { CommandHandler } from '../../../../src/application/log/command-handler.ts';
import { carryJobOn } from '../../../../src/application/reactions/carry-job-on.ts';
import { settleTask, settleJob } from '../../../../src/application/reactions/settle-job.ts';
import { jobDetailsOf } from '../../../support/jobs/builders.ts';
import { context, createCommandWorld, type Scope } from '../../../support/log/command-world.ts';
import { paidJob, settling } from '../../../support/jobs/paid-job.ts';
import { taskIn } from '../../../../commands/job/queries.ts';
import { watchedCommands } from '../../../support/log/watched-commands.ts';

const artifacts = { get: async () => Promise.reject(new Error('nothing of it is needed')), put: async () => '' };

const process = (commands: CommandHandler) => ({ ...settling(commands), artifacts: artifacts as never });

/** A job of a chain of three frames in two processes; its credits are held by the second of them. */
const givenChain = async (t: Scope) => {
  const world = createCommandWorld(t);
  const details = jobDetailsOf({ frames: 3, continuityMode: 'chain' });
  const [here, there] = [world.start().handler, world.start().handler];
  const [job, other] = [paidJob(here, details), paidJob(there, details)];
  await other.grant();
  await job.readLedger();
  await other.hold();
  await job.queue();
  await job.advance();

  /** One attempt of the frame whose turn it is; the last revision of the job after it. */
  const attempt = async (verdict: 'pass' | 'fail', by = job): Promise<number> => {
    const { attemptKey } = (await by.dispatched()) ?? {};
    await by.render(attemptKey ?? '');
    return Number((await by.score(attemptKey ?? '', verdict)).revision);
  };

  /** A person accepts, in the other process, the frame that waits for one; it is paid for. */
  const accept = async (): Promise<void> => {
    const frame = (await other.read()).tasks.find(({ status }) => status === 'human_review');
    const taskId = frame?.taskId ?? '';
    const outcome = await other.send({ type: 'AcceptFrame', taskId, assetHash: frame?.scored?.asset.hash ?? '' });
    const accepted = taskIn(outcome.state, taskId);
    if (accepted !== undefined) await settleTask(process(there), details, accepted, context);
  };

  const carryOn = async (): Promise<void> => carryJobOn(process(there), { jobId: 'job_1', projectId: null }, context);
  const sums = async () => paidJob(world.start().handler, details).sums();
  return { here, there: other, attempt, accept, carryOn, sums };
};

const standsStill = async (chain: Awaited<ReturnType<typeof givenChain>>): Promise<number> => {
  await chain.attempt('fail');
  await chain.attempt('fail');
  return chain.attempt('fail');
};

test('a broken chain ends: parts that never began are released', async (t) => {
  const chain = await givenChain(t);
  const at = await standsStill(chain);
  await settleJob(process(chain.here), 'job_1', context, at);
  const { status, held } = await chain.sums();
  t.deepEqual([status, held], ['failed', 12], 'the part of the frame that waits for a person stays open');
});

test('a message that comes after a person let the chain go on gives nothing back', async (t) => {
  const chain = await givenChain(t);
  const at = await standsStill(chain);
  await chain.accept();
  await settleJob(process(chain.here), 'job_1', context, at);
  await chain.carryOn();
  await chain.attempt('pass');
  await chain.attempt('pass');
  await chain.carryOn();
  const { status, charged, spent, held } = await chain.sums();
  t.deepEqual([status, spent, held], ['completed', charged, 0], 'what the job has charged is what was paid');
});

test('a message that comes when the chain has been made elsewhere pays for all of it before the end', async (t) => {
  const chain = await givenChain(t);
  const at = await standsStill(chain);
  await chain.accept();
  await chain.carryOn();
  await chain.attempt('pass', chain.there);
  await chain.attempt('pass', chain.there);
  await settleJob(process(chain.here), 'job_1', context, at);
  const { status, charged, spent, held } = await chain.sums();
  t.deepEqual([status, spent, held], ['completed', charged, 0], 'who sees it final sees final credits');
});

test('nor when the person is faster than the end that was begun', async (t) => {
  const chain = await givenChain(t);
  const at = await standsStill(chain);
  let accepted = false;
  const overtaken = watchedCommands(chain.here, {
    before: async () => {
      if (accepted) return;
      accepted = true;
      await chain.accept();
    },
  });
  await settleJob(process(overtaken), 'job_1', context, at);
  t.true(accepted);
  await chain.carryOn();
  await chain.attempt('pass');
  await chain.attempt('pass');
  await chain.carryOn();
  const { status, charged, spent, held } = await chain.sums();
  t.deepEqual([status, spent, held], ['completed', charged, 0]);
});

test('a hold that another process has made is paid out of, also where the ledger is known from before', async (t) => {
  const chain = await givenChain(t);
  await chain.attempt('pass');
  await chain.attempt('pass');
  const at = await chain.attempt('pass');
  await settleJob(process(chain.here), 'job_1', context, at);
  const { status, charged, spent, held } = await chain.sums();
  t.deepEqual([status, spent, held], ['completed', charged, 0]);
  t.true(charged > 0);
});
