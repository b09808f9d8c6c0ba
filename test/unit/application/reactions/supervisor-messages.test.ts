/** Each message of the supervisor does its step alone, without open-work: it pays, gives back, starts or goes on. */
import test, { type ExecutionContext } from 'ava';
import { type JobCommand, jobDecider } from '../../../../commands/job/decider.ts';
import { partsOf } from '../../../../commands/job/parts.ts';
import type { JobDetails, JobState } from '../../../../commands/job/state.ts';
import { jobStream } from '../../../../commands/job/stream.ts';
import { type LedgerCommand, ledgerDecider } from '../../../../commands/ledger/decider.ts';
import { openParts } from '../../../../commands/ledger/queries.ts';
import { ledgerStream } from '../../../../commands/ledger/stream.ts';
import { type ReactionDeps, startReactions } from '../../../../src/application/reactions/reactions.ts';
import type { ConsumeOptions, MessageLog } from '../../../../src/ports/message-log.ts';
import {
  assetOf,
  batchDetailsOf,
  evidenceOf,
  filmDetailsOf,
  hashOf,
  jobDetailsOf,
} from '../../../support/jobs/builders.ts';
import { createCountingIds } from '../../../support/kernel/counting-ids.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { context, createCommandWorld } from '../../../support/log/command-world.ts';

const NOW = '2026-03-01T09:00:00.000Z';
const JOB = jobStream('job_1');
const LEDGER = ledgerStream('ws_1');

/** A job under its hold, and the supervisor's consumers, which get the messages that a test hands them. */
const givenJob = async (
  t: ExecutionContext,
  details: JobDetails,
  { started = true, hears = false }: { readonly started?: boolean; readonly hears?: boolean } = {},
) => {
  const world = createCommandWorld();
  t.teardown(async () => world.close());
  const { handler: commands } = world.start();
  const send = async (command: JobCommand) => commands.handle(jobDecider, JOB, command, context);
  const pay = async (command: LedgerCommand) => commands.handle(ledgerDecider, LEDGER, command, context);
  const grant = { pool: 'paid', amount: 1_000, expiresAt: null, note: '', trial: false, now: NOW } as const;
  await pay({ type: 'GrantCredits', entryId: 'ent_1', ...grant });
  const hold = { holdId: details.holdId, ownerId: 'job_1', n: 1, parts: partsOf(details), now: NOW };
  await pay({ type: 'HoldCredits', entryId: 'ent_2', ...hold });
  await send({ type: 'QueueJob', details });
  if (started) await send({ type: 'AdvanceJob', now: NOW, leftOut: [] });

  const consumers: ConsumeOptions[] = [];
  const consume: MessageLog['consume'] = async (options) => {
    consumers.push(options);
    return Promise.resolve({ stop: async () => Promise.resolve(), lag: async () => Promise.resolve(0) });
  };
  const { clock, timers } = createFakeClock(Date.parse(NOW));
  // Unless it hears them, the events are another process's: no reaction begins before its message.
  const heard = hears ? commands : { ...commands, listen: () => () => undefined };
  const stopping = new AbortController().signal;
  const means = {
    commands: heard,
    stopping,
    clock,
    timers,
    ids: createCountingIds('0000000a'),
    codec: world.codec,
    messages: { consume },
  };
  await startReactions(means as unknown as ReactionDeps, new Set(['supervisor']));

  const read = async (): Promise<JobState> => (await commands.read(jobDecider, JOB)).state;
  return {
    send,
    read,
    /** The last event of this type reaches every consumer that wants it. */
    deliver: async (type: string): Promise<void> => {
      const event = (await world.events()).findLast((one) => one.type === type);
      if (event === undefined) throw new Error(`no ${type} has happened`);
      const wanting = consumers.filter(({ topic, types }) => topic === 'pi.job.v1' && types?.has(type));
      for (const { handle } of wanting) await handle({ key: JOB, event, attempt: 1 }, () => true);
    },
    /** One attempt of a task that is dispatched, as far as its picture. */
    render: async (taskId: string): Promise<string> => {
      const attemptKey = (await read()).tasks.find((task) => task.taskId === taskId)?.attemptKey ?? '';
      await send({ type: 'ClaimAttempt', attemptKey, holder: 'd', promptHash: hashOf('p'), lapsedEpoch: 0 });
      await send({ type: 'RecordRender', attemptKey, epoch: 1, asset: assetOf(attemptKey) });
      return attemptKey;
    },
    score: async (attemptKey: string, verdict: 'pass' | 'fail') =>
      send({
        type: 'RecordScore',
        attemptKey,
        assetHash: assetOf(attemptKey).hash,
        evidence: evidenceOf(verdict),
      }),
    /** Parts that are open, and what is spent. */
    ledger: async () => {
      const { state } = await commands.read(ledgerDecider, LEDGER);
      const open = openParts(state, details.holdId).map(({ partId }) => partId);
      return { open, spent: 1_000 - state.balances.paid };
    },
  };
};

test('a frame that passes is paid by the message of its score, while others go on', async (t) => {
  const job = await givenJob(t, jobDetailsOf());
  await job.score(await job.render('req_0'), 'pass');
  await job.deliver('TaskRendered');
  t.deepEqual(await job.ledger(), { open: ['req_0', 'req_1'], spent: 0 }, 'a judged frame is not paid by its render');
  await job.deliver('FrameScored');
  t.deepEqual(await job.ledger(), { open: ['req_1'], spent: 4 });
  await job.deliver('FrameScored');
  t.deepEqual(await job.ledger(), { open: ['req_1'], spent: 4 }, 'once');
});

test('a process pays for frames of its own events before any message, and ends the job', async (t) => {
  const job = await givenJob(t, jobDetailsOf(), { hears: true });
  const attempts = [await job.render('req_0'), await job.render('req_1')];
  for (const attempt of attempts) await job.score(attempt, 'pass');
  await eventually('the job is completed', async () => (await job.read()).status === 'completed');
  t.deepEqual(await job.ledger(), { open: [], spent: 8 });
  await job.deliver('FrameScored');
  t.deepEqual(await job.ledger(), { open: [], spent: 8 }, 'its message changes nothing');
});

test('the message of the last score that passes pays, and ends the job', async (t) => {
  const job = await givenJob(t, jobDetailsOf({ frames: 1 }));
  await job.score(await job.render('req_0'), 'pass');
  await job.deliver('FrameScored');
  t.deepEqual(await job.ledger(), { open: [], spent: 4 });
  t.is((await job.read()).status, 'completed');
});

test('the message of a score at the end of the ladder ends the job; the part is kept for a person', async (t) => {
  const job = await givenJob(t, jobDetailsOf({ frames: 1, each: { attemptsMax: 1 } }));
  await job.score(await job.render('req_0'), 'fail');
  await job.deliver('FrameScored');
  t.deepEqual(await job.ledger(), { open: ['req_0'], spent: 0 });
  t.is((await job.read()).status, 'failed');
});

test('a person’s accept is paid by its message', async (t) => {
  const job = await givenJob(t, jobDetailsOf({ frames: 2, each: { attemptsMax: 1 } }));
  const attemptKey = await job.render('req_0');
  await job.score(attemptKey, 'fail');
  await job.send({ type: 'AcceptFrame', taskId: 'req_0', assetHash: assetOf(attemptKey).hash });
  await job.deliver('FrameAccepted');
  t.deepEqual(await job.ledger(), { open: ['req_1'], spent: 4 });
});

test('a picture without a judge is paid by the message of its render', async (t) => {
  const job = await givenJob(t, batchDetailsOf());
  await job.render('frame-0');
  await job.deliver('TaskRendered');
  t.deepEqual(await job.ledger(), { open: ['frame-1'], spent: 4 });
});

test('the message of a failure gives back what was not made', async (t) => {
  const job = await givenJob(t, batchDetailsOf({ pictures: 1 }));
  const attemptKey = (await job.read()).tasks[0]?.attemptKey ?? '';
  await job.send({ type: 'ClaimAttempt', attemptKey, holder: 'd', promptHash: hashOf('p'), lapsedEpoch: 0 });
  await job.send({ type: 'RecordFailure', attemptKey, epoch: 1, code: 'rejected', message: 'no', now: NOW });
  await job.deliver('TaskFailed');
  t.deepEqual(await job.ledger(), { open: [], spent: 0 });
  t.is((await job.read()).status, 'failed');
});

test('a scene of a film is paid by none of its messages, and the last task pays for all', async (t) => {
  const job = await givenJob(t, filmDetailsOf({ scenes: 1 }));
  for (const taskId of ['speech', 'music', 'scene-0000', 'film']) {
    await job.render(taskId);
    await job.deliver('TaskRendered');
    t.deepEqual(await job.ledger(), { open: ['whole'], spent: 0 }, taskId);
  }
  await job.render('report');
  await job.deliver('TaskRendered');
  t.deepEqual(await job.ledger(), { open: [], spent: 10 });
  t.is((await job.read()).status, 'completed');
});

const ann = { requestedBy: 'ann' } as const;

test('the messages of a queue, a resume and a cancel carry the job on', async (t) => {
  const job = await givenJob(t, batchDetailsOf(), { started: false });
  await job.send({ type: 'PauseJob', ...ann });
  await job.send({ type: 'ResumeJob', ...ann });
  t.is((await job.read()).status, 'queued');
  await job.deliver('JobResumed');
  t.is((await job.read()).status, 'running');
  await job.send({ type: 'RequestCancel', ...ann });
  await job.deliver('JobCancelRequested');
  t.is((await job.read()).status, 'cancelled');
  t.deepEqual(await job.ledger(), { open: [], spent: 0 });

  const other = await givenJob(t, batchDetailsOf(), { started: false });
  await other.deliver('JobQueued');
  t.is((await other.read()).status, 'running');
});
