/** Polls of one job or one plan: the allowed callers, the answer, and its cost. */
import test, { type ExecutionContext } from 'ava';
import type { Caller } from '../../../../src/application/calls/caller.ts';
import { createParsedDocuments } from '../../../../src/application/reading/read-side.ts';
import { createGenerate } from '../../../../src/application/work/storyboard/generate.ts';
import { answered, FRESH, refusalOf } from '../../../support/application/answered.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import { createHopefulCommands } from '../../../support/log/hopeful-commands.ts';
import {
  asked,
  createProject,
  decide,
  draw,
  generate,
  produce,
  repair,
} from '../../../support/application/production.ts';
import { createWorld, enterAs, givenWorld } from '../../../support/application/world.ts';

const NO_JOB = 'job_00000000000000000000000000';
const NO_PLAN = 'pln_00000000000000000000000000';
const NO_PROJECT = 'prj_00000000000000000000000000';

for (const projector of [true, false]) {
  test(`members may read a job and a plan, projector ${projector ? 'running' : 'stopped'}`, async (t) => {
    const { process, ann } = await givenWorld(t, { projector });
    const { job, photoSequence } = process.application;
    const eve = await enterAs(process, 'eve');
    const { projectId, planId, ...rest } = await produce(process, ann, 1);
    const jobId = await generate(process, { projectId, planId, ...rest });
    const other = await createProject(process, ann);
    const foreign = await createProject(process, eve);
    const cases: readonly (readonly [Caller, string, string, string, string])[] = [
      [ann, projectId, NO_JOB, NO_PLAN, 'not_found'],
      [ann, NO_PROJECT, jobId, planId, 'project_not_found'],
      [ann, other, jobId, planId, 'not_found'],
      [ann, foreign, jobId, planId, 'project_forbidden'],
      [eve, projectId, jobId, planId, 'project_forbidden'],
      [eve, foreign, jobId, planId, 'project_forbidden'],
      [eve, foreign, NO_JOB, NO_PLAN, 'not_found'],
    ];
    for (const [caller, project, aJob, aPlan, code] of cases) {
      const what = `${caller === ann ? 'ann' : 'eve'} ${project} ${aJob}`;
      t.is(await refusalOf(job(caller, project, aJob, FRESH)), code.replace(/^not/, 'job_not') as never, what);
      t.is(
        await refusalOf(photoSequence(caller, project, aPlan, FRESH)),
        code.replace(/^not/, 'plan_not') as never,
        what,
      );
    }
    t.is((await job(ann, projectId, jobId, FRESH)).kind, 'ok');
    t.is((await photoSequence(ann, projectId, planId, FRESH)).kind, 'ok');
  });
}

test('a job that was only ever refused does not exist for readers', async (t) => {
  const { world, process, ann } = await givenWorld(t, { projector: false });
  const production = await produce(process, ann, 200);
  // 32 frames of the first part take 96 of 500 credits; five of them go, the sixth does not.
  for (let part = 0; part < 5; part += 1) await draw(process, production, 'fail');
  // Another call holds what is left after this one has looked.
  const services = { ...process.services, commands: createHopefulCommands(process.services.commands) };
  const refused = await createGenerate(services)(...asked(production), null);
  t.like(refused, { kind: 'refused', code: 'insufficient_credits' });
  const claims = (await world.events()).filter(({ type }) => type === 'GenerationClaimed');
  const jobId = (JSON.parse(claims.at(-1)?.data ?? '{}') as { readonly jobId: string }).jobId;
  t.is(await refusalOf(process.application.job(ann, production.projectId, jobId, FRESH)), 'job_not_found');
});

const counting = async (t: ExecutionContext) => {
  let reads = 0;
  const world = await createWorld(t);
  const process = await world.start({
    documents: (documents) => ({
      ...documents,
      getText: async (collection, id) => {
        reads += 1;
        return documents.getText(collection, id);
      },
    }),
  });
  return { world, process, reads: () => reads };
};

test('polls of an unmoved job are given one body, and ask the store only when the log moves', async (t) => {
  const { process, reads } = await counting(t);
  const { application, services } = process;
  const ann = await enterAs(process, 'ann');
  const production = await produce(process, ann, 2);
  const { projectId } = production;
  const jobId = await generate(process, production);
  const poll = async () => answered(application.job(ann, projectId, jobId, FRESH));
  let first = await poll();
  // On a busy machine the read model may not be there yet, and the first copies are folded from streams.
  while (first.etag.startsWith('s.')) first = await poll();
  const before = reads();
  for (let i = 0; i < 10; i += 1) t.is((await poll()).value.body, first.value.body);
  t.is(reads(), before);
  // Something else moves in the workspace: the document is looked at, and is the same.
  await createProject(process, ann);
  t.is((await poll()).value.body, first.value.body);
  t.is((await poll()).etag, first.etag);
  t.is((await poll()).position, first.position);
  t.true(reads() > before);
  await drawJob(services, jobId, () => 'pass', 1);
  const moved = await poll();
  t.not(moved.etag, first.etag);
  t.true(moved.position > first.position);
});

/** Reads after each step of a job's life, twice each, as a process that folds or one that does not. */
const histories = async (t: ExecutionContext, projector: boolean) => {
  const { process, application, services, ann } = await givenWorld(t, { projector });
  const production = await produce(process, ann, 3);
  const { caller, projectId, planId } = production;
  const copies: { readonly etag: string; readonly text: string; readonly position: string }[] = [];
  const note = async (jobId: string | null): Promise<void> => {
    for (let twice = 0; twice < 2; twice += 1) {
      const sequence = await answered(application.photoSequence(caller, projectId, planId, FRESH));
      copies.push({ ...sequence, etag: `plan ${sequence.etag}`, text: JSON.stringify(sequence.value) });
      if (jobId === null) continue;
      const job = await answered(application.job(caller, projectId, jobId, FRESH));
      copies.push({ ...job, etag: `job ${job.etag}`, text: JSON.stringify(job.value) });
    }
  };
  await note(null);
  const jobId = await generate(process, production);
  for (let i = 0; i < 9; i += 1) {
    await note(jobId);
    await drawJob(services, jobId, ({ index }) => (index === 1 ? 'fail' : 'pass'), 1);
  }
  await answered(decide(process, production, 'repair', 1));
  await note(jobId);
  const again = await repair(process, production);
  await drawJob(services, again);
  await note(again);
  return copies;
};

for (const projector of [true, false]) {
  test(`equal tags are equal copies, projector ${projector ? 'running' : 'stopped'}`, async (t) => {
    const copies = await histories(t, projector);
    const byTag = new Map(copies.map(({ etag, text }) => [etag, text]));
    t.true(byTag.size > 15);
    for (const { etag, text } of copies) t.is(byTag.get(etag), text);
    t.is(new Set(byTag.values()).size, byTag.size, 'and copies with other tags are other copies');
  });
}

test('the read models and the log tell the same history under the same tags', async (t) => {
  t.deepEqual(await histories(t, true), await histories(t, false));
});

test('parsed documents are given again until they move, and forgotten when they are too many', async (t) => {
  const stored = new Map([
    ['a', { text: '{"n":1}', owner: 'ws_1', position: '0001' }],
    ['b', { text: '{"n":2}', owner: 'ws_1', position: '0001' }],
  ]);
  let reads = 0;
  const documents = createParsedDocuments(
    {
      getText: async (_collection, id) => {
        reads += 1;
        return Promise.resolve(stored.get(id));
      },
    },
    13,
  );
  const first = await documents.get('job@1', 'a', 'ws_1', '0001');
  t.deepEqual(first, { id: 'a', owner: 'ws_1', position: '0001', body: { n: 1 } });
  t.is(await documents.get('job@1', 'a', 'ws_1', '0001'), first);
  t.is(reads, 1);
  t.is(await documents.get('job@1', 'a', 'ws_1', '0002'), first, 'the store is asked, and has nothing new');
  t.is(reads, 2);
  stored.set('a', { text: '{"n":3}', owner: 'ws_1', position: '0003' });
  t.is(await documents.get('job@1', 'a', 'ws_1', '0002'), first, 'as new as was asked for');
  t.like(await documents.get('job@1', 'a', 'ws_1', '0003'), { position: '0003', body: { n: 3 } });
  t.is(await documents.get('job@1', 'gone', 'ws_1', '0003'), undefined);
  const second = await documents.get('job@1', 'b', 'ws_1', '0003');
  const before = reads;
  t.not(await documents.get('job@1', 'a', 'ws_1', '0003'), second, 'two do not fit');
  t.is(reads, before + 1);
});

test('a document of another owner is not cached: its freshness is unknown', async (t) => {
  const stored = { text: '{"n":1}', owner: 'ws_1', position: '0001' };
  let document = stored;
  const documents = createParsedDocuments({ getText: async () => Promise.resolve(document) });
  t.like(await documents.get('job@1', 'a', 'ws_2', '0009'), { owner: 'ws_1', body: { n: 1 } });
  document = { ...stored, text: '{"n":2}', position: '0002' };
  const own = await documents.get('job@1', 'a', 'ws_1', '0002');
  t.like(own, { position: '0002', body: { n: 2 } });
  document = { ...stored, text: '{"n":3}', position: '0003' };
  t.like(await documents.get('job@1', 'a', 'ws_2', '0001'), { position: '0003' });
  t.is(await documents.get('job@1', 'a', 'ws_1', '0002'), own, 'as new as was asked for');
  t.like(await documents.get('job@1', 'a', 'ws_1', '0003'), { position: '0003', body: { n: 3 } });
});
