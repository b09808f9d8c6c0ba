import test, { type ExecutionContext } from 'ava';
import type { Caller } from '../../../../src/application/calls/caller.ts';
import type { Body } from '../../../../src/application/calls/result.ts';
import { type Decision, createReview } from '../../../../src/application/review/review.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { answered, bodyOf, FRESH, refusalOf } from '../../../support/application/answered.ts';
import { drawJob } from '../../../support/jobs/draw-job.ts';
import {
  createProject,
  decide,
  draw,
  generate,
  plan,
  produce,
  type Production,
  redraw,
  repair,
  replan,
  storyboardOf,
} from '../../../support/application/production.ts';
import { givenWorld, type Process, type World } from '../../../support/application/world.ts';
import { watchedCommands } from '../../../support/log/watched-commands.ts';
import { planOf } from '../../../support/application/states.ts';

type Setting = {
  readonly world: World;
  readonly process: Process;
  readonly ann: Caller;
  readonly production: Production;
};

/** A plan of so many frames whose job has ended; `failing`: those that no attempt of passed. */
const setting = async (t: ExecutionContext, frames: number, failing: readonly number[] = []): Promise<Setting> => {
  const { world, process, ann } = await givenWorld(t);
  const production = await produce(process, ann, frames);
  const jobId = await generate(process, production);
  await drawJob(process.services, jobId, ({ index }) => (failing.includes(index) ? 'fail' : 'pass'));
  return { world, process, ann, production };
};

const accept = (frameIndex: number, note = 'good'): Decision => ({ frameIndex, decision: 'accept', note });
const redo = (frameIndex: number, repairPromptAdditions: readonly string[] = []): Decision => ({
  frameIndex,
  decision: 'repair',
  note: 'too dark',
  repairPromptAdditions,
});

const review = async ({ process, ann, production }: Setting, ...decisions: readonly Decision[]): Promise<Body> =>
  answered(process.application.review(ann, production.projectId, production.planId, decisions));

const refused = async ({ process, ann, production }: Setting, ...decisions: readonly Decision[]) =>
  refusalOf(process.application.review(ann, production.projectId, production.planId, decisions));

const reviewsIn = async ({ world }: Setting): Promise<number> =>
  (await world.events()).filter(({ type }) => type === 'FrameReviewed').length;

const creditsOf = async ({ process, ann }: Setting): Promise<unknown> =>
  (await bodyOf(process.application.creditSummary(ann, FRESH)))['credits'];

test('an accept by a person of every frame certifies the plan in the very answer', async (t) => {
  const s = await setting(t, 2);
  const first = {
    ok: true,
    planId: s.production.planId,
    lifecycle: 'in_review',
    decisions: [
      {
        frameIndex: 0,
        decision: 'accept',
        note: 'first',
        approveForTraining: false,
        decidedBy: { id: s.ann.userKey, name: null },
        decidedAt: '2026-01-02T03:04:05.000Z',
      },
    ],
  };
  t.deepEqual(await review(s, accept(0, 'first')), first);
  await s.world.time.advance(1_000);
  t.deepEqual(await review(s, accept(0, 'first')), first, 'the same again counts once, as it was decided then');
  t.like(await review(s, accept(1, 'second')), { lifecycle: 'certified' });
  const { projectId, planId } = s.production;
  const sequence = await bodyOf(s.process.application.photoSequence(s.ann, projectId, planId, FRESH));
  t.is((sequence['certificate'] as { readonly frames: readonly unknown[] }).frames.length, 2);
});

test('a repair gives back what was held, and carries its additions as an artifact', async (t) => {
  const s = await setting(t, 2, [1]);
  const sent = await review(s, redo(1, ['brighter', 'from the left']));
  t.like(sent, { lifecycle: 'in_review' });
  t.deepEqual(await review(s, redo(1, ['brighter', 'from the left'])), sent);
  t.like(await creditsOf(s), { held: 0 });
  const state = await planOf(s.process, s.production.planId);
  const hash = state.frames[1]?.review?.additionsHash ?? '';
  t.deepEqual(await s.process.services.artifacts.get(s.ann.workspaceId, hash), ['brighter', 'from the left']);
  t.is(await refused(s, accept(1)), 'qa_report_missing', 'it waits for its repair');
  await redraw(s.process, s.production);
  t.like(await review(s, accept(1)), { lifecycle: 'in_review' });
});

test('an accept has nothing to add to a prompt', async (t) => {
  const s = await setting(t, 1);
  await review(s, { ...accept(0), repairPromptAdditions: ['brighter'] });
  const state = await planOf(s.process, s.production.planId);
  t.is(state.frames[0]?.review?.additionsHash, null);
});

test('a decision of another plan is invalid in any state; a plan takes none once another has generated', async (t) => {
  const s = await setting(t, 2);
  t.is(await refused(s, accept(2)), 'validation_failed');
  t.is(await refused(s, accept(0), accept(2)), 'validation_failed');
  t.is(await refused(s, accept(0), redo(0)), 'validation_failed');
  t.is(await refused(s, accept(0), accept(0)), 'validation_failed');
  const { process, production } = s;
  await draw(process, await replan(process, production, storyboardOf(3)));
  t.is(await refused(s, accept(2)), 'validation_failed', 'what is no decision comes first');
  t.is(await refused(s, accept(0)), 'plan_superseded');
  t.is(await reviewsIn(s), 0);
});

test('all or nothing: one frame that takes no decision, and none is recorded', async (t) => {
  const s = await setting(t, 3, [2]);
  await review(s, redo(2));
  const before = await reviewsIn(s);
  t.is(await refused(s, accept(0), accept(1), accept(2)), 'qa_report_missing');
  t.is(await reviewsIn(s), before);
});

test('sabotage: decisions that are appended one by one are neither all nor nothing', async (t) => {
  const s = await setting(t, 3, [2]);
  await review(s, redo(2));
  const before = await reviewsIn(s);
  const { services, ground } = s.process;
  const handle: typeof services.commands.handle = async (decider, stream, command, context) => {
    const { decisions } = command as { readonly decisions?: readonly unknown[] };
    for (const decision of decisions ?? []) {
      await services.commands.handle(decider, stream, { ...command, decisions: [decision] }, context);
    }
    return services.commands.handle(decider, stream, command, context);
  };
  const deps = { ...ground, commands: { ...services.commands, handle } };
  const { projectId, planId } = s.production;
  await createReview(deps)(s.ann, projectId, planId, [accept(0), accept(2)]);
  t.true((await reviewsIn(s)) > before);
});

test('the effects of a decision by another process are in the answer, and in its position', async (t) => {
  const s = await setting(t, 1);
  const supervisor = await s.world.start();
  const { services, ground, application } = s.process;
  // The supervisor certifies the plan a moment before this process would.
  const handle: typeof services.commands.handle = async (decider, stream, command, context) => {
    const { type } = command as { readonly type: string };
    if (type === 'CertifyPlan') await supervisor.services.commands.handle(decider, stream, command, context);
    return services.commands.handle(decider, stream, command, context);
  };
  const deps = { ...ground, commands: { ...services.commands, handle } };
  const { projectId, planId } = s.production;
  t.like(await answered(createReview(deps)(s.ann, projectId, planId, [accept(0)])), { lifecycle: 'certified' });
  const certified = (await s.world.events()).find(({ type }) => type === 'PlanCertified');
  t.true(certified !== undefined && application.positionOf(s.ann.workspaceId) >= certified.position);
});

test('an effect of a decision that fails at once is left to the supervisor', async (t) => {
  const s = await setting(t, 1, [0]);
  const { ground } = s.process;
  // The decision is in the log; the job's stream does not answer.
  const commands = watchedCommands(ground.commands, {
    before: (_, stream) => {
      if (stream.startsWith('job-')) throw new Fault('unavailable', 'not now');
    },
  });
  const { projectId, planId } = s.production;
  const answer = await answered(createReview({ ...ground, commands })(s.ann, projectId, planId, [accept(0)]));
  t.like(answer, { ok: true, lifecycle: 'in_review' });
  t.like(await creditsOf(s), { held: 3 });
});

test('a decision and a repair at the same moment: one of them wins, nothing is paid twice', async (t) => {
  const s = await setting(t, 2, [0, 1]);
  await review(s, redo(1));
  const { process, production } = s;
  const [decided, job] = await Promise.all([decide(process, production, 'accept', 0), repair(process, production)]);
  await drawJob(process.services, job);
  const total = limits.trialCreditsLocal - (decided.kind === 'ok' ? 3 : 0) - 1;
  t.like(await creditsOf(s), { total });
});

test('a note that is too long in JSON is refused: a later plan could not carry 32 of them', async (t) => {
  const s = await setting(t, 2);
  const note = '\u0001'.repeat(limits.noteCharsMax);
  t.is(await refused(s, accept(0), accept(1, note)), 'validation_failed');
  t.is(await reviewsIn(s), 0);
});

test('the longest notes of all frames are taken in one request, and a later plan carries them', async (t) => {
  const { world, process, ann } = await givenWorld(t);
  const longest = (count: number): string => '\u{1f3ac}'.repeat(count);
  const frames = Array.from({ length: 32 }, (_, index) => ({
    prompt: `Shot ${index}`,
    title: longest(limits.frameTitleCharsMax),
  }));
  const storyboard = storyboardOf(32, { frames });
  const production = await plan(process, ann, await createProject(process, ann, { storyboard }));
  await draw(process, production);
  const s = { world, process, ann, production };
  const decisions = frames.map((_, index) => accept(index, longest(limits.noteCharsMax)));
  t.is((await review(s, ...decisions))['ok'], true);
  const more = { ...storyboard, frames: [...frames, { prompt: 'One more' }] };
  await answered(process.application.reviseStoryboard(ann, production.projectId, more, null));
  await plan(process, ann, production.projectId);
  t.is((await world.events()).filter(({ type }) => type === 'FrameCarried').length, 32);
});
