/** The start of paid work, cut off at every step: the next process carries it through, and nothing is held twice. */
import test, { type ExecutionContext } from 'ava';
import { balancesOf } from '../../../../../commands/ledger/queries.ts';
import { carryJobOn } from '../../../../../src/application/reactions/carry-job-on.ts';
import { type Services, systemContext } from '../../../../../src/application/services/services.ts';
import { createGenerate } from '../../../../../src/application/work/storyboard/generate.ts';
import { createRepair } from '../../../../../src/application/work/storyboard/repair.ts';
import type { EventStore } from '../../../../../src/ports/event-store.ts';
import { answered, refusalOf } from '../../../../support/application/answered.ts';
import { drawJob } from '../../../../support/jobs/draw-job.ts';
import { createHopefulCommands } from '../../../../support/log/hopeful-commands.ts';
import { createMortalCommands, Died } from '../../../../support/log/mortal-commands.ts';
import { asked, decide, draw, generate, produce, type Production } from '../../../../support/application/production.ts';
import { createWorld, enterAs, givenWorld, principalOf, type Process } from '../../../../support/application/world.ts';
import { balancesIn, jobOf, ledgerOf, projectOf } from '../../../../support/application/states.ts';

const PRICE_HELD = 3;

/** The supervisor finds the claim in the project and carries it on. */
const supervise = async (process: Process, { caller, projectId }: Production): Promise<void> => {
  const state = await projectOf(process, projectId);
  const claim = state.open;
  if (claim === null) return;
  const context = systemContext(caller.workspaceId, 'supervise', 'c2');
  await carryJobOn(process.services, { jobId: claim.jobId, projectId }, context);
};

/** Runs a paid call that dies at step 1, 2, ... until one gets through; `after` looks at each. Gives their number. */
const cutOffEverywhere = async (
  when: 'before' | 'after',
  attempt: (diesAt: number, mortal: (services: Services) => Services) => Promise<boolean>,
): Promise<number> => {
  for (let diesAt = 1; diesAt < 40; diesAt += 1) {
    const mortal = (services: Services): Services => ({
      ...services,
      commands: createMortalCommands(services.commands, diesAt, when),
    });
    if (!(await attempt(diesAt, mortal))) return diesAt - 1;
  }
  throw new Error('the call never came to its end');
};

const survives = async (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Died) return false;
      throw error;
    },
  );

const keyed = (key: string) => ({ key, bodyHash: 'a'.repeat(64) });

const cutGenerate = async (t: ExecutionContext, when: 'before' | 'after'): Promise<number> =>
  cutOffEverywhere(when, async (diesAt, mortal) => {
    const process = await (await createWorld(t)).start({ trialCredits: 100 });
    const production = await produce(process, await enterAs(process, `ann-${diesAt}`), 2);
    const { caller } = production;
    const doomed = createGenerate(mortal(process.services));
    const alive = await survives(doomed(...asked(production), keyed('k')));
    await supervise(process, production);
    // A client that asks again, without its key since that may still be the dead call's, gets the one job.
    const jobId = await generate(process, production);
    const ledger = await ledgerOf(process, caller.workspaceId);
    const job = await jobOf(process, jobId);
    t.is(balancesOf(ledger).held, 2 * PRICE_HELD, `died at step ${diesAt}`);
    t.deepEqual(
      ledger.holds.map(({ holdId }) => holdId),
      [job.details?.holdId],
    );
    return !alive;
  });

test('a generate that dies before any step is carried through, and holds once', async (t) => {
  t.is(await cutGenerate(t, 'before'), 6);
});

test('a generate that dies after any step is carried through, and holds once', async (t) => {
  t.is(await cutGenerate(t, 'after'), 6);
});

test('credits gone when a generate holds them: whichever step it dies at, the storyboard is free', async (t) => {
  const steps = await cutOffEverywhere('after', async (diesAt, mortal) => {
    const process = await (await createWorld(t)).start({ trialCredits: 1 });
    const production = await produce(process, await enterAs(process, principalOf(`bob-${diesAt}`)), 2);
    const { caller, projectId } = production;
    const services = { ...process.services, commands: createHopefulCommands(process.services.commands) };
    const alive = await survives(createGenerate(mortal(services))(...asked(production), keyed('k')));
    await supervise(process, production);
    const project = await projectOf(process, projectId);
    t.is(project.open, null, `died at step ${diesAt}`);
    t.is((await balancesIn(process, caller.workspaceId)).held, 0);
    t.is(await refusalOf(process.application.generate(...asked(production), null)), 'insufficient_credits');
    return !alive;
  });
  t.true(steps >= 5);
});

test('a repair that dies at any step is carried through: one job, one hold, its frames are closed', async (t) => {
  const steps = await cutOffEverywhere('after', async (diesAt, mortal) => {
    const process = await (await createWorld(t)).start({ trialCredits: 100 });
    const production = await produce(process, await enterAs(process, `eve-${diesAt}`), 2);
    const { caller, projectId, planId } = production;
    await draw(process, production);
    await answered(decide(process, production, 'repair', 0));
    const alive = await survives(createRepair(mortal(process.services))(caller, projectId, planId, keyed('r')));
    await supervise(process, production);
    const again = await process.application.repair(caller, projectId, planId, null);
    t.is(again.kind, 'ok', `died at step ${diesAt}: ${JSON.stringify(again)}`);
    const ledger = await ledgerOf(process, caller.workspaceId);
    // The first attempt was spent by the first job; the ladder's other two and the person's one are held.
    t.is(balancesOf(ledger).held, PRICE_HELD);
    t.is(ledger.holds.length, 1);
    t.is(await refusalOf(decide(process, production, 'accept', 0)), 'qa_report_missing');
    return !alive;
  });
  t.true(steps >= 6);
});

test('a job begins in the append that queues it; a repair begins later, and its frames are closed first', async (t) => {
  const appends: string[][] = [];
  const eventStore = (store: EventStore): EventStore => ({
    ...store,
    append: async (stream, expected, events) => {
      if (stream.startsWith('job-')) appends.push(events.map(({ type }) => type));
      return store.append(stream, expected, events);
    },
  });
  const { process, ann } = await givenWorld(t, { trialCredits: 100, eventStore });
  const production = await produce(process, ann, 2);
  const { caller, projectId, planId } = production;
  const jobId = await generate(process, production);
  t.deepEqual(appends, [['JobQueued', 'JobStarted', 'TaskDispatched', 'TaskDispatched']]);
  await drawJob(process.services, jobId);
  await answered(decide(process, production, 'repair', 0));
  appends.length = 0;
  await answered(process.application.repair(caller, projectId, planId, null));
  t.deepEqual(appends, [['JobQueued']]);
});
