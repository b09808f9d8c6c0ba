/** A film is paid as a whole or not at all, wherever the process that settles it dies. */
import test from 'ava';
import { type JobCommand, jobDecider } from '../../../../commands/job/decider.ts';
import { partsOf } from '../../../../commands/job/parts.ts';
import { jobStream } from '../../../../commands/job/stream.ts';
import { type LedgerCommand, ledgerDecider } from '../../../../commands/ledger/decider.ts';
import { balancesOf } from '../../../../commands/ledger/queries.ts';
import { ledgerStream } from '../../../../commands/ledger/stream.ts';
import type { CommandHandler } from '../../../../src/application/log/command-handler.ts';
import { settleDecided, settleJob, settleTask } from '../../../../src/application/reactions/settle-job.ts';
import { assetOf, filmDetailsOf, hashOf } from '../../../support/jobs/builders.ts';
import { createCountingIds } from '../../../support/kernel/counting-ids.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { context, createCommandWorld } from '../../../support/log/command-world.ts';

const NOW = '2026-03-01T09:00:00.000Z';
const GRANTED = 1_000;
const JOB = jobStream('job_1');
const LEDGER = ledgerStream('ws_1');
const details = filmDetailsOf();

const depsOf = (commands: CommandHandler) => ({
  commands,
  clock: createFakeClock().clock,
  ids: createCountingIds('0000000a'),
});

/** A film under its hold, dispatched as far as it goes. */
const givenFilm = async () => {
  const world = createCommandWorld();
  const { handler } = world.start();
  const send = async (command: JobCommand) => handler.handle(jobDecider, JOB, command, context);
  const pay = async (command: LedgerCommand) => handler.handle(ledgerDecider, LEDGER, command, context);
  const grant = { pool: 'paid', amount: GRANTED, expiresAt: null, note: '', trial: false, now: NOW } as const;
  await pay({ type: 'GrantCredits', entryId: 'ent_1', ...grant });
  const { holdId } = details;
  const hold = { entryId: 'ent_2', holdId, ownerId: 'job_1', n: 1, parts: partsOf(details), now: NOW };
  await pay({ type: 'HoldCredits', ...hold });
  await send({ type: 'QueueJob', details });
  await send({ type: 'AdvanceJob', now: NOW, leftOut: [] });

  /** Works on what is dispatched, until nothing is; `failing` names the task that fails, if one does. */
  const work = async (failing?: string): Promise<void> => {
    const { state } = await handler.read(jobDecider, JOB);
    const task = state.tasks.find(({ status }) => status === 'dispatched');
    const attemptKey = task?.attemptKey ?? null;
    if (task === undefined || attemptKey === null) return;
    await send({ type: 'ClaimAttempt', attemptKey, holder: 'd', promptHash: hashOf('p'), lapsedEpoch: 0 });
    const result = { attemptKey, epoch: 1 };
    if (task.taskId === failing) {
      await send({ type: 'RecordFailure', ...result, code: 'rejected', message: 'no', now: NOW });
    } else await send({ type: 'RecordRender', ...result, asset: assetOf(attemptKey) });
    return work(failing);
  };

  const sums = async () => {
    const { state: job } = await world.start().handler.read(jobDecider, JOB);
    const { paid, held } = balancesOf((await world.start().handler.read(ledgerDecider, LEDGER)).state);
    return { status: job.status, spent: GRANTED - paid, held };
  };
  return { world, handler, send, work, sums };
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
        const film = await givenFilm();
        await film.work(failing);
        t.deepEqual(await film.sums(), { status: 'running', spent: 0, held: PRICE });
        await settleJob(depsOf(dyingAt(film.handler, writes, behind)), 'job_1', context).catch(() => undefined);
        const dead = await film.sums();
        t.true(dead.held === PRICE ? dead.spent === 0 : dead.spent === spent, JSON.stringify(dead));
        t.true(dead.status === 'running' || dead.held === 0, 'the end comes after the entry');
        await settleJob(depsOf(film.handler), 'job_1', context);
        await settleJob(depsOf(film.handler), 'job_1', context);
        t.deepEqual(await film.sums(), { status, spent, held: 0 });
        await film.world.close();
      }
    }
  });
}

test('nothing is paid and nothing goes back while a film is made', async (t) => {
  const film = await givenFilm();
  const { state } = await film.handler.read(jobDecider, JOB);
  const attemptKey = state.tasks[0]?.attemptKey ?? '';
  await film.send({ type: 'ClaimAttempt', attemptKey, holder: 'd', promptHash: hashOf('p'), lapsedEpoch: 0 });
  const { state: job } = await film.send({ type: 'RecordRender', attemptKey, epoch: 1, asset: assetOf('speech') });
  const [speech] = job.tasks;
  if (speech?.status !== 'accepted') return t.fail();
  await settleTask(depsOf(film.handler), details, speech, context);
  await settleDecided(depsOf(film.handler), 'job_1', context);
  await settleJob(depsOf(film.handler), 'job_1', context);
  t.deepEqual(await film.sums(), { status: 'running', spent: 0, held: PRICE });
  await film.world.close();
});

test('a cancel gives all of a film back', async (t) => {
  const film = await givenFilm();
  await film.send({ type: 'RequestCancel', requestedBy: 'ann' });
  await settleJob(depsOf(film.handler), 'job_1', context);
  t.deepEqual(await film.sums(), { status: 'cancelled', spent: 0, held: 0 });
  await film.world.close();
});
