/** A project is answered from so many events, however long its stream is (I26). The test counts the events read. */
import test from 'ava';
import { projectDecider, projectStream } from '../../../../commands/project/decider.ts';
import { projectListProjection } from '../../../../projections/project-list.ts';
import type { Caller } from '../../../../src/application/calls/caller.ts';
import { projectFromStream } from '../../../../src/application/projects/project-document.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { createEventCodec } from '../../../../src/schema/event-codec.ts';
import { answered, bodyOf, FRESH } from '../../../support/application/answered.ts';
import { claimOf, hashOf } from '../../../support/jobs/builders.ts';
import { createCountedReads } from '../../../support/log/counted-reads.ts';
import { createProject, storyboardOf } from '../../../support/application/production.ts';
import type { UseCases } from '../../../support/application/use-cases.ts';
import { createWorld, enterAs, type Process, type World } from '../../../support/application/world.ts';

/** Just before a period is closed again: there is no more to read than now. */
const EVENTS = 2_000 + limits.projectPeriodEvents - 10;

const SHORTER = 3 * limits.projectPeriodEvents + 10;

/** A period, the last append and one event before it, and the three events that say when. */
const READ_MAX = limits.projectPeriodEvents + 10;

type Grown = { readonly ann: Caller; readonly projectId: string; readonly stream: string };

/** Refused starts and scripts, one after another: what a client can have for nothing. */
const grow = async (process: Process, events: number): Promise<Grown> => {
  const ann = await enterAs(process, 'ann');
  const projectId = await createProject(process, ann, { storyboard: storyboardOf(2) });
  const stream = projectStream(projectId);
  const { commands } = process.services;
  const context = { actor: 'user:ann', correlationId: 'c1', workspaceId: ann.workspaceId };
  const append = async (command: Parameters<typeof projectDecider.decide>[0]) =>
    commands.handle(projectDecider, stream, command, context);
  for (let n = 1; ; n += 1) {
    const { revision } = await commands.read(projectDecider, stream);
    if (Number(revision) >= events - 2) break;
    await append({ type: 'ClaimGeneration', checkedAt: revision, claim: claimOf(n) });
    await append({ type: 'EndGeneration', n, outcome: 'refused' });
  }
  const script = { revisionId: 'rvs_none', artifactHash: hashOf('script'), chars: 1 };
  await append({ type: 'ReviseScript', script, storyboard: null, ifMatch: null });
  return { ann, projectId, stream };
};

const questions: Readonly<
  Record<string, (application: Pick<UseCases, 'project' | 'storyboard'>, of: Grown) => Promise<unknown>>
> = {
  'the project': async (application, { ann, projectId }) => bodyOf(application.project(ann, projectId, FRESH)),
  'its storyboard': async (application, { ann, projectId }) => bodyOf(application.storyboard(ann, projectId, FRESH)),
};

const longWorld = async (world: World, events: number): Promise<Grown> => {
  const grown = await grow(await world.start(), events);
  await world.stopProjector();
  return grown;
};

test('a project of 2,000 events is answered from a bounded number of them', async (t) => {
  const world = await createWorld(t);
  const grown = await longWorld(world, EVENTS);
  const { ann, projectId } = grown;
  for (const [what, ask] of Object.entries(questions)) {
    const reads = createCountedReads();
    const process = await world.start({ projector: false, eventStore: reads.wrap });
    await ask(process.application, grown);
    const count = reads.take('project');
    t.log(`${what}: ${count} events`);
    t.true(count > 0 && count <= READ_MAX, `${what}: ${count} events`);
  }
  const reads = createCountedReads();
  const process = await world.start({ projector: false, eventStore: reads.wrap });
  await answered(process.application.reviseStoryboard(ann, projectId, storyboardOf(3), null));
  const count = reads.take('project');
  t.true(count > 0 && count <= READ_MAX, `a revision: ${count} events`);
});

test('sabotage: a decider that knows no periods folds all of it', async (t) => {
  const world = await createWorld(t);
  const { stream } = await longWorld(world, SHORTER);
  const { snapshotType: _, ...withoutPeriods } = projectDecider;
  const reads = createCountedReads();
  const process = await world.start({ projector: false, eventStore: reads.wrap });
  await process.services.commands.read(withoutPeriods, stream);
  t.true(reads.take('project') >= SHORTER);
});

test('a stream’s state of its project is that of all its events', async (t) => {
  const world = await createWorld(t);
  const { projectId, stream } = await longWorld(world, SHORTER);
  const process = await world.start({ projector: false });
  const told = await projectFromStream(process.ground, projectId);
  const codec = createEventCodec();
  const events = (await world.events()).filter((event) => event.stream === stream).map((event) => codec.decode(event));
  t.is(events.filter(({ type }) => type === 'ProjectPeriodClosed').length, 3);
  let body: unknown;
  for (const event of events) body = projectListProjection.evolve(body as never, event, projectId);
  t.deepEqual(told?.body as unknown, body);
  t.is(told?.position, events.at(-1)?.position);
  t.is(await projectFromStream(process.ground, 'prj_never'), undefined);
});
