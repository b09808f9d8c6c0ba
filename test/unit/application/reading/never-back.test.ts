/** A process whose read models are behind: a client that it has told of a state is told of no earlier one. */
import test from 'ava';
import { jobProjection } from '../../../../projections/job/definition.ts';
import { planProjection } from '../../../../projections/plan/definition.ts';
import { collectionOf } from '../../../../src/kernel/projection.ts';
import { bodyOf, FRESH } from '../../../support/application/answered.ts';
import { generate, produce } from '../../../support/application/production.ts';
import { createWorld, enterAs, type Process } from '../../../support/application/world.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';

for (const told of ['from its streams', 'by the log beyond a document'] as const) {
  test(`a job whose end was told ${told} is not told as running by documents that are behind`, async (t) => {
    const world = await createWorld(t);
    const there = await world.start();
    const ann = await enterAs(there, 'ann');
    const production = await produce(there, ann, 1);
    const { projectId, planId } = production;
    const jobId = await generate(there, production);
    const poll = async ({ application }: Process, fresh = FRESH) => {
      const { job } = (await bodyOf(application.job(ann, projectId, jobId, fresh))).body;
      const { lifecycle } = await bodyOf(application.photoSequence(ann, projectId, planId, fresh));
      return [(job as { readonly status: string }).status, lifecycle];
    };
    t.deepEqual(await poll(there), ['running', 'generating']);
    const before = new Map<string, Awaited<ReturnType<typeof world.documents.getText>>>();
    for (const id of [jobId, planId]) {
      const name = id === jobId ? jobProjection : planProjection;
      before.set(id, await world.documents.getText(collectionOf(name), id));
    }
    const jobs = await world.documents.query({
      collection: collectionOf(jobProjection),
      owner: ann.workspaceId,
      index: 'byPlan',
      equals: [planId],
      limit: 10,
    });
    const beforeAt = there.application.positionOf(ann.workspaceId);
    // The read models of another process are at this point, and come no further for now.
    let isThere = told !== 'from its streams';
    const here = await world.start({
      documents: (documents) => ({
        ...documents,
        getText: async (_, id) => Promise.resolve(isThere ? before.get(id) : undefined),
        query: async () => Promise.resolve(jobs as never),
      }),
      ground: (ground) => ({
        ...ground,
        readModels: {
          ...ground.readModels,
          position: () => beforeAt,
          waitFor: async (position) => Promise.resolve(beforeAt >= position),
        },
      }),
    });
    await drawJob(there.services, jobId);
    const atLeast = isThere ? there.application.positionOf(ann.workspaceId) : null;
    t.deepEqual(await poll(here, { atLeast }), ['completed', 'generated']);
    isThere = true;
    t.deepEqual(await poll(here), ['completed', 'generated']);
  });
}
