/** A client reads its own writes at once, with any projector (I14). */
import test, { type ExecutionContext } from 'ava';
import type { Caller } from '../../../../src/application/calls/caller.ts';
import type { Body } from '../../../../src/application/calls/result.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { START } from '../../../../src/kernel/position.ts';
import { answered, bodyOf, FRESH, refusalOf } from '../../../support/application/answered.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import { createProject, generate, produce, type Production } from '../../../support/application/production.ts';
import { createWorld, enterAs, givenWorld, type Process, type World } from '../../../support/application/world.ts';

const PAGE = { limit: 20, cursor: null };

/** Everything that a client reads. */
const readAll = async (
  { application }: Process,
  { caller, projectId, planId }: Production,
  jobId: string,
  fresh = FRESH,
) => {
  const bodies = {
    workspaces: await bodyOf(application.listWorkspaces(caller, PAGE, fresh)),
    projects: await bodyOf(application.listProjects(caller, PAGE, fresh)),
    job: (await bodyOf(application.job(caller, projectId, jobId, fresh))).body,
    jobs: await bodyOf(application.listJobs(caller, {}, PAGE, fresh)),
    sequence: await bodyOf(application.photoSequence(caller, projectId, planId, fresh)),
    credits: await bodyOf(application.creditSummary(caller, fresh)),
    entries: await bodyOf(application.ledgerEntries(caller, {}, PAGE, fresh)),
    assets: await bodyOf(application.listAssets(caller, {}, PAGE, fresh)),
  };
  return JSON.parse(JSON.stringify(bodies)) as Readonly<Record<keyof typeof bodies, Body>>;
};

type Told = { readonly status: string; readonly chargedCredits: number; readonly heldCredits: number };

/** Does everything that is told afterwards, with the projector where it is. */
const work = async (process: Process, caller: Caller): Promise<{ production: Production; jobId: string }> => {
  const production = await produce(process, caller, 3);
  const jobId = await generate(process, production);
  await drawJob(process.services, jobId, ({ index }) => (index === 2 ? 'fail' : 'pass'));
  return { production, jobId };
};

const check = (t: ExecutionContext, read: Awaited<ReturnType<typeof readAll>>, jobId: string): void => {
  const job = read.job['job'] as Told;
  t.like(job, { status: 'partially_completed', chargedCredits: 2, heldCredits: 3 });
  t.like((read.jobs['jobs'] as readonly Told[])[0], { id: jobId, status: 'partially_completed', chargedCredits: 2 });
  t.is((read.projects['projects'] as readonly unknown[]).length, 1);
  t.like(read.sequence, { lifecycle: 'human_review' });
  const total = limits.trialCreditsLocal - 2;
  t.deepEqual(read.credits['credits'], { paid: 0, bonus: total, total, held: 3, available: total - 3 });
  const kinds = (read.entries['entries'] as readonly { readonly kind: string }[]).map(({ kind }) => kind);
  t.deepEqual(kinds, ['grant', 'hold', 'debit', 'debit']);
  t.true((read.assets['photos'] as readonly { readonly jobId: string }[]).every((photo) => photo.jobId === jobId));
  t.true((read.assets['photos'] as readonly unknown[]).length >= 3, 'each attempt that delivered');
};

test('with the projector stopped from the beginning', async (t) => {
  const { process, ann } = await givenWorld(t, { projector: false });
  const { production, jobId } = await work(process, ann);
  check(t, await readAll(process, production, jobId), jobId);
});

test('with the projector stopped in the middle: its documents and the log beyond them are one', async (t) => {
  const { world, process, ann: caller } = await givenWorld(t);
  const production = await produce(process, caller, 3);
  const jobId = await generate(process, production);
  await drawJob(process.services, jobId, () => 'pass', 1);
  await readAll(process, production, jobId);
  await world.stopProjector();
  await drawJob(process.services, jobId, ({ index }) => (index === 2 ? 'fail' : 'pass'));
  const folded = await readAll(process, production, jobId);
  check(t, folded, jobId);
  // The projector makes the very same documents, and readers get the very same answers.
  const atLeast = process.application.positionOf(caller.workspaceId);
  t.deepEqual(await readAll(await world.start(), production, jobId, { atLeast }), folded);
});

test('further behind than may be folded: by id from the streams, lists are refused', async (t) => {
  const { world, process, application, ann: caller } = await givenWorld(t, { projector: false });
  const { production, jobId } = await work(process, caller);
  await crowd(world);
  const { projectId, planId } = production;
  const job = JSON.parse(JSON.stringify((await bodyOf(application.job(caller, projectId, jobId, FRESH))).body)) as Body;
  t.like(job['job'], { status: 'partially_completed', chargedCredits: 2, heldCredits: 3 });
  t.like(await bodyOf(application.photoSequence(caller, projectId, planId, FRESH)), { lifecycle: 'human_review' });
  t.is((await bodyOf(application.creditSummary(caller, FRESH)))['ok'], true);
  t.is(await refusalOf(application.ledgerEntries(caller, {}, PAGE, FRESH)), 'read_model_behind');
  t.is(await refusalOf(application.listJobs(caller, {}, PAGE, FRESH)), 'read_model_behind');
  t.is((await bodyOf(application.listProjects(caller, PAGE, FRESH)))['ok'], true, 'projects have few events');
});

/** So many entries in another ledger that no list folds over them. */
const crowd = async (world: World): Promise<void> => {
  const busy = await world.start({ projector: false });
  const caller = await enterAs(busy, 'busy');
  const grant = { pool: 'paid', amount: 1 } as const;
  for (let done = 0; done <= limits.listFoldEventsMax; done += 100) {
    await Promise.all(
      Array.from({ length: 100 }, async () =>
        answered(busy.application.grantCredits(caller, caller.workspaceId, grant, null)),
      ),
    );
  }
};

test('in another process with the position that it was given, and after a restart', async (t) => {
  const { world, process: here, ann } = await givenWorld(t, { projector: false });
  const { production, jobId } = await work(here, ann);
  const position = here.application.positionOf(production.caller.workspaceId);
  t.true(position > START);
  const there = await world.start({ projector: false });
  check(t, await readAll(there, production, jobId, { atLeast: position }), jobId);
  const { caller, projectId } = production;
  const read = await answered(there.application.job(caller, projectId, jobId, { atLeast: position }));
  t.true(read.position >= position, 'an answer names a position at or past the one that was asked for');
});

test('a created id is never 404 in any process: a miss is folded before it is believed', async (t) => {
  const { world, process: here, ann } = await givenWorld(t, { projector: false });
  const { production, jobId } = await work(here, ann);
  const there = await world.start({ projector: false });
  const { caller, projectId, planId } = production;
  t.is((await there.application.job(caller, projectId, jobId, FRESH)).kind, 'ok');
  t.is((await there.application.photoSequence(caller, projectId, planId, FRESH)).kind, 'ok');
});

test('sabotage: a reader that believes the read model of a miss answers 404 to a job that was just made', async (t) => {
  const { world, process: here, ann } = await givenWorld(t, { projector: false });
  const { production, jobId } = await work(here, ann);
  const there = await world.start({
    projector: false,
    ground: (ground) => ({
      ...ground,
      streams: { ...ground.streams, get: async () => Promise.resolve(undefined) },
    }),
  });
  const { caller, projectId } = production;
  t.is(await refusalOf(there.application.job(caller, projectId, jobId, FRESH)), 'job_not_found');
});

test('a position that the log has never given gets no answer', async (t) => {
  const { process, ann } = await givenWorld(t);
  const { production, jobId } = await work(process, ann);
  const { caller, projectId, planId } = production;
  const { application } = process;
  const beyond = { atLeast: 'ffff-zz' };
  t.is(await refusalOf(application.job(caller, projectId, jobId, beyond)), 'read_model_behind');
  t.is(
    await refusalOf(application.job(caller, projectId, 'job_00000000000000000000000000', beyond)),
    'read_model_behind',
  );
  t.is(await refusalOf(application.photoSequence(caller, projectId, planId, beyond)), 'read_model_behind');
  t.is(await refusalOf(application.creditSummary(caller, beyond)), 'read_model_behind');
  t.is(await refusalOf(application.ledgerEntries(caller, {}, PAGE, beyond)), 'read_model_behind');
  t.is(await refusalOf(application.listJobs(caller, {}, PAGE, beyond)), 'read_model_behind');
  t.is(await refusalOf(application.listProjects(caller, PAGE, beyond)), 'read_model_behind');
  t.is(await refusalOf(application.listWorkspaces(caller, PAGE, beyond)), 'read_model_behind');
});

test('the read store is down: what is read by id is folded from the log, lists fail', async (t) => {
  const world = await createWorld(t);
  const down = async () => Promise.reject(new Fault('unavailable', 'the read store is down'));
  const process = await world.start({ documents: (documents) => ({ ...documents, getText: down, query: down }) });
  const { production, jobId } = await work(process, await enterAs(process, 'ann'));
  const { application } = process;
  const { caller, projectId, planId } = production;
  t.is((await application.job(caller, projectId, jobId, FRESH)).kind, 'ok');
  t.is((await application.photoSequence(caller, projectId, planId, FRESH)).kind, 'ok');
  t.is((await application.creditSummary(caller, FRESH)).kind, 'ok');
  await t.throwsAsync(async () => application.listJobs(caller, {}, PAGE, FRESH), { message: 'the read store is down' });
  t.is(typeof (await createProject(process, caller)), 'string');
});
