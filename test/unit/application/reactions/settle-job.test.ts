/** The payments and releases at the end of a job, while others work on it. */
import test from 'ava';
import { type JobCommand, jobDecider } from '../../../../commands/job/decider.ts';
import { chargedCredits, heldFor, taskIn } from '../../../../commands/job/queries.ts';
import { jobStream } from '../../../../commands/job/stream.ts';
import { type LedgerCommand, ledgerDecider } from '../../../../commands/ledger/decider.ts';
import { balancesOf } from '../../../../commands/ledger/queries.ts';
import { ledgerStream } from '../../../../commands/ledger/stream.ts';
import type { CommandHandler } from '../../../../src/application/log/command-handler.ts';
import { carryJobOn } from '../../../../src/application/reactions/carry-job-on.ts';
import { settleTask, settleJob } from '../../../../src/application/reactions/settle-job.ts';
import { assetOf, evidenceOf, hashOf, jobDetailsOf } from '../../../support/jobs/builders.ts';
import { context, createCommandWorld } from '../../../support/log/command-world.ts';
import { createCountingIds } from '../../../support/kernel/counting-ids.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

const NOW = '2026-03-01T09:00:00.000Z';
const GRANTED = 1_000;
const JOB = jobStream('job_1');
const LEDGER = ledgerStream('ws_1');
const artifacts = { get: async () => Promise.reject(new Error('nothing of it is needed')), put: async () => '' };

const process = (commands: CommandHandler) => ({
  commands,
  artifacts: artifacts as never,
  clock: createFakeClock().clock,
  ids: createCountingIds('0000000a'),
});

/** A job of a chain of three frames in two processes; its credits are held by the second of them. */
const givenChain = async () => {
  const world = createCommandWorld();
  const [here, there] = [world.start(), world.start()];
  const details = jobDetailsOf({ frames: 3, continuityMode: 'chain' });
  const { holdId } = details;
  const job = async (command: JobCommand, by = here) => by.handler.handle(jobDecider, JOB, command, context);
  const pay = async (command: LedgerCommand) => there.handler.handle(ledgerDecider, LEDGER, command, context);
  const parts = details.tasks.map((one) => ({ partId: one.taskId, amount: heldFor(one) }));
  const grant = { pool: 'paid', amount: GRANTED, expiresAt: null, note: '', trial: false, now: NOW } as const;
  await pay({ type: 'GrantCredits', entryId: 'ent_1', ...grant });
  await here.handler.read(ledgerDecider, LEDGER);
  await pay({ type: 'HoldCredits', entryId: 'ent_2', holdId, ownerId: 'job_1', n: 1, parts, now: NOW });
  await job({ type: 'QueueJob', details });
  await job({ type: 'AdvanceJob', now: NOW, leftOut: [] });

  /** One attempt of the frame whose turn it is; the last revision of the job after it. */
  const attempt = async (verdict: 'pass' | 'fail', by = here): Promise<number> => {
    const { state } = await by.handler.read(jobDecider, JOB);
    const frame = state.tasks.find(({ status }) => status === 'dispatched');
    const attemptKey = frame?.attemptKey ?? '';
    const asset = assetOf(attemptKey);
    const claim = { holder: 'here', promptHash: hashOf('a prompt'), lapsedEpoch: 0 };
    await job({ type: 'ClaimAttempt', attemptKey, ...claim }, by);
    await job({ type: 'RecordRender', attemptKey, epoch: 1, asset }, by);
    const scored = { type: 'RecordScore', attemptKey, assetHash: asset.hash, evidence: evidenceOf(verdict) } as const;
    const { revision } = await job(scored, by);
    return Number(revision);
  };

  /** A person accepts, in the other process, the frame that waits for one; it is paid for. */
  const accept = async (): Promise<void> => {
    const { state } = await there.handler.read(jobDecider, JOB);
    const frame = state.tasks.find(({ status }) => status === 'human_review');
    const taskId = frame?.taskId ?? '';
    const outcome = await job({ type: 'AcceptFrame', taskId, assetHash: frame?.scored?.asset.hash ?? '' }, there);
    const accepted = taskIn(outcome.state, taskId);
    if (accepted !== undefined) await settleTask(process(there.handler), details, accepted, context);
  };

  const carryOn = async (): Promise<void> =>
    carryJobOn(process(there.handler), { jobId: 'job_1', projectId: null }, context);
  const sums = async () => {
    const { state } = await world.start().handler.read(jobDecider, JOB);
    const { state: ledger } = await world.start().handler.read(ledgerDecider, LEDGER);
    const { paid, held } = balancesOf(ledger);
    return { status: state.status, charged: chargedCredits(state), spent: GRANTED - paid, held };
  };
  return { world, here: here.handler, there, attempt, accept, carryOn, sums };
};

const standsStill = async (chain: Awaited<ReturnType<typeof givenChain>>): Promise<number> => {
  await chain.attempt('fail');
  await chain.attempt('fail');
  return chain.attempt('fail');
};

test('a broken chain ends: parts that never began are released', async (t) => {
  const chain = await givenChain();
  const at = await standsStill(chain);
  await settleJob(process(chain.here), 'job_1', context, at);
  const { status, held } = await chain.sums();
  t.deepEqual([status, held], ['failed', 12], 'the part of the frame that waits for a person stays open');
  await chain.world.close();
});

test('a message that comes after a person let the chain go on gives nothing back', async (t) => {
  const chain = await givenChain();
  const at = await standsStill(chain);
  await chain.accept();
  await settleJob(process(chain.here), 'job_1', context, at);
  await chain.carryOn();
  await chain.attempt('pass');
  await chain.attempt('pass');
  await chain.carryOn();
  const { status, charged, spent, held } = await chain.sums();
  t.deepEqual([status, spent, held], ['completed', charged, 0], 'what the job has charged is what was paid');
  await chain.world.close();
});

test('a message that comes when the chain has been made elsewhere pays for all of it before the end', async (t) => {
  const chain = await givenChain();
  const at = await standsStill(chain);
  await chain.accept();
  await chain.carryOn();
  await chain.attempt('pass', chain.there);
  await chain.attempt('pass', chain.there);
  await settleJob(process(chain.here), 'job_1', context, at);
  const { status, charged, spent, held } = await chain.sums();
  t.deepEqual([status, spent, held], ['completed', charged, 0], 'who sees it final sees final credits');
  await chain.world.close();
});

test('nor when the person is faster than the end that was begun', async (t) => {
  const chain = await givenChain();
  const at = await standsStill(chain);
  let accepted = false;
  const overtaken: CommandHandler = {
    ...chain.here,
    handle: async (decider, stream, command, context) => {
      if (!accepted) {
        accepted = true;
        await chain.accept();
      }
      return chain.here.handle(decider, stream, command, context);
    },
  };
  await settleJob(process(overtaken), 'job_1', context, at);
  t.true(accepted);
  await chain.carryOn();
  await chain.attempt('pass');
  await chain.attempt('pass');
  await chain.carryOn();
  const { status, charged, spent, held } = await chain.sums();
  t.deepEqual([status, spent, held], ['completed', charged, 0]);
  await chain.world.close();
});

test('a hold that another process has made is paid out of, also where the ledger is known from before', async (t) => {
  const chain = await givenChain();
  await chain.attempt('pass');
  await chain.attempt('pass');
  const at = await chain.attempt('pass');
  await settleJob(process(chain.here), 'job_1', context, at);
  const { status, charged, spent, held } = await chain.sums();
  t.deepEqual([status, spent, held], ['completed', charged, 0]);
  t.true(charged > 0);
  await chain.world.close();
});
