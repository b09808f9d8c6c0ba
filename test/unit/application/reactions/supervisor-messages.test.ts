/** Each message of the supervisor does its step alone, without open-work: it pays, gives back, starts or goes on. */
import test, { type ExecutionContext } from 'ava';
import type { JobDetails } from '../../../../commands/job/state.ts';
import { type ReactionDeps, startReactions } from '../../../../src/application/reactions/reactions.ts';
import type { ConsumeOptions, MessageLog } from '../../../../src/ports/message-log.ts';
import { assetOf, batchDetailsOf, filmDetailsOf, jobDetailsOf } from '../../../support/jobs/builders.ts';
import { createCountingIds } from '../../../support/kernel/counting-ids.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { createCommandWorld } from '../../../support/log/command-world.ts';
import { JOB, NOW, paidJob } from '../../../support/jobs/paid-job.ts';

/** A job under its hold, and the supervisor's consumers, which get the messages that a test hands them. */
const givenJob = async (
  t: ExecutionContext,
  details: JobDetails,
  { started = true, hears = false }: { readonly started?: boolean; readonly hears?: boolean } = {},
) => {
  const world = createCommandWorld(t);
  const { handler: commands } = world.start();
  const job = paidJob(commands, details);
  await job.grant();
  await job.hold();
  await job.queue();
  if (started) await job.advance();

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

  return {
    ...job,
    /** The last event of this type reaches every consumer that wants it. */
    deliver: async (type: string): Promise<void> => {
      const event = (await world.events()).findLast((one) => one.type === type);
      if (event === undefined) throw new Error(`no ${type} has happened`);
      const wanting = consumers.filter(({ topic, types }) => topic === 'pi.job.v1' && types?.has(type));
      for (const { handle } of wanting) await handle({ key: JOB, event, attempt: 1 }, () => true);
    },
    /** One attempt of a task that is dispatched, as far as its picture. */
    render: async (taskId: string): Promise<string> => {
      const attemptKey = (await job.read()).tasks.find((task) => task.taskId === taskId)?.attemptKey ?? '';
      await job.render(attemptKey);
      return attemptKey;
    },
    /** Parts that are open, and what is spent. */
    ledger: async () => {
      const { open, spent } = await job.sums();
      return { open, spent };
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
  await job.fail(attemptKey);
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
