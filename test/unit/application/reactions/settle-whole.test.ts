/** A film is paid as a whole or not at all, wherever the process that settles it dies. */
import test from 'ava';
import type { CommandHandler } from '../../../../src/application/log/command-handler.ts';
import { settleDecided, settleJob, settleTask } from '../../../../src/application/reactions/settle-job.ts';
import { filmDetailsOf } from '../../../support/jobs/builders.ts';
import { context, createCommandWorld, type Scope } from '../../../support/log/command-world.ts';
import { paidJob, settling } from '../../../support/jobs/paid-job.ts';

const details = filmDetailsOf();

/** A film under its hold, dispatched as far as it goes. */
const givenFilm = async (t: Scope) => {
  const world = createCommandWorld(t);
  const { handler } = world.start();
  const job = paidJob(handler, details);
  await job.grant();
  await job.hold();
  await job.queue();
  await job.advance();

  /** Works on what is dispatched, until nothing is; `failing` names the task that fails, if one does. */
  const work = async (failing?: string): Promise<void> => {
    const { taskId, attemptKey = null } = (await job.dispatched()) ?? {};
    if (attemptKey === null) return;
    await (taskId === failing ? job.fail(attemptKey) : job.render(attemptKey));
    return work(failing);
  };

  const sums = async () => {
    const { status, spent, held } = await paidJob(world.start().handler, details).sums();
    return { status, spent, held };
  };
  return { ...job, handler, work, sums };
};

/** A process that dies before, or right behind, its write of this number. */
const dyingAt = (handler: CommandHandler, writes: number, behind: boolean): CommandHandler => {
  let left = writes;
  return {
    ...handler,
    handle: async (...call) => {
      left -= 1;
      if (left <= 0 && !behind) throw new Error('killed');
      const outcome = await handler.handle(...call);
      if (left <= 0) throw new Error('killed');
      return outcome;
    },
  };
};

const PRICE = 15;
const ends = [
  { failing: undefined, status: 'completed', spent: PRICE },
  { failing: 'scene-0001', status: 'failed', spent: 0 },
  { failing: 'report', status: 'failed', spent: 0 },
] as const;

for (const { failing, status, spent } of ends) {
  test(`a film of which ${failing ?? 'nothing'} fails is ${status}, and costs ${spent}, after any death`, async (t) => {
    for (const writes of [1, 2, 3]) {
      for (const behind of [false, true]) {
        const film = await givenFilm(t);
        await film.work(failing);
        t.deepEqual(await film.sums(), { status: 'running', spent: 0, held: PRICE });
        await settleJob(settling(dyingAt(film.handler, writes, behind)), 'job_1', context).catch(() => undefined);
        const dead = await film.sums();
        t.true(dead.held === PRICE ? dead.spent === 0 : dead.spent === spent, JSON.stringify(dead));
        t.true(dead.status === 'running' || dead.held === 0, 'the end comes after the entry');
        await settleJob(settling(film.handler), 'job_1', context);
        await settleJob(settling(film.handler), 'job_1', context);
        t.deepEqual(await film.sums(), { status, spent, held: 0 });
      }
    }
  });
}

test('nothing is paid and nothing goes back while a film is made', async (t) => {
  const film = await givenFilm(t);
  const { attemptKey } = (await film.dispatched()) ?? {};
  const { state: job } = await film.render(attemptKey ?? '');
  const [speech] = job.tasks;
  if (speech?.status !== 'accepted') return t.fail();
  await settleTask(settling(film.handler), details, speech, context);
  await settleDecided(settling(film.handler), 'job_1', context);
  await settleJob(settling(film.handler), 'job_1', context);
  t.deepEqual(await film.sums(), { status: 'running', spent: 0, held: PRICE });
});

test('a cancel gives all of a film back', async (t) => {
  const film = await givenFilm(t);
  await film.send({ type: 'RequestCancel', requestedBy: 'ann' });
  await settleJob(settling(film.handler), 'job_1', context);
  t.deepEqual(await film.sums(), { status: 'cancelled', spent: 0, held: 0 });
});
