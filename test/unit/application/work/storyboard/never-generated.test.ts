/** Decisions of people on a plan that carried all its frames, and so has generated nothing. */
import test, { type ExecutionContext } from 'ava';
import { planDecider, planStream } from '../../../../../commands/plan/decider.ts';
import type { PhotoSequence } from '../../../../../projections/photo-sequence.ts';
import type { Caller } from '../../../../../src/application/calls/caller.ts';
import type { StoryboardFrame } from '../../../../../src/application/projects/storyboard.ts';
import { carryPlanOn } from '../../../../../src/application/reactions/carry-plan-on.ts';
import { systemContext } from '../../../../../src/application/services/services.ts';
import { createPlanStoryboard } from '../../../../../src/application/work/storyboard/plan-storyboard.ts';
import { answered, bodyOf, FRESH, refusalOf, storedBody } from '../../../../support/application/answered.ts';
import {
  asked,
  draw,
  generate,
  plan,
  produce,
  type Production,
  redraw,
  replan,
  revise,
  satisfied,
  storyboardOf,
} from '../../../../support/application/production.ts';
import { createWorld, enterAs, givenWorld, type Process } from '../../../../support/application/world.ts';
import { drawJob } from '../../../../support/jobs/draw-job.ts';
import { planOf } from '../../../../support/application/states.ts';

const [A, B, C] = storyboardOf(3).frames as [StoryboardFrame, StoryboardFrame, StoryboardFrame];

type Studio = { readonly process: Process; readonly caller: Caller; readonly projectId: string };
type Decision = 'accept' | 'repair';

/** A project of [a, b], which a first plan has generated: the scorer has accepted both. */
const givenGenerated = async (t: ExecutionContext): Promise<Studio & { readonly first: Production }> => {
  const { process, ann: caller } = await givenWorld(t, { trialCredits: 5_000 });
  const first = await produce(process, caller, 2);
  await draw(process, first);
  return { process, caller, projectId: first.projectId, first };
};

const planned = async (studio: Studio, ...frames: readonly StoryboardFrame[]): Promise<Production> =>
  replan(studio.process, studio, { ...storyboardOf(1), frames });

const deciding = async ({ process, caller, projectId }: Studio, { planId }: Production, ...decisions: Decision[]) =>
  process.application.review(
    caller,
    projectId,
    planId,
    decisions.map((decision, frameIndex) => ({ frameIndex, decision, note: 'looked at it' })),
  );

const repairing = async ({ process, caller, projectId }: Studio, { planId }: Production) =>
  process.application.repair(caller, projectId, planId, null);

const generating = async ({ process }: Studio, production: Production) =>
  process.application.generate(...asked(production), null);

const shown = async ({ process, caller, projectId }: Studio, { planId }: Production): Promise<PhotoSequence> =>
  (await bodyOf(process.application.photoSequence(caller, projectId, planId, FRESH))) as unknown as PhotoSequence;

const isOver = async (t: ExecutionContext, studio: Studio, production: Production): Promise<void> => {
  t.is(await refusalOf(deciding(studio, production, 'accept')), 'plan_superseded');
  t.is(await refusalOf(repairing(studio, production)), 'plan_superseded');
  t.true((await shown(studio, production)).plan.superseded);
};

const carryOn = async ({ process, caller }: Studio, { planId }: Production): Promise<void> =>
  carryPlanOn(process.services, planId, systemContext(caller.workspaceId, 'supervise', 'test'));

test('a rejection on a plan that carried all its frames is kept by the next plan', async (t) => {
  const studio = await givenGenerated(t);
  const second = await planned(studio, B, A);
  t.like(await storedBody(generating(studio, second)), { reason: 'all_requirements_satisfied' });
  await answered(deciding(studio, second, 'repair'));
  t.deepEqual(await satisfied(studio.process, studio), [false, true]);
  const third = await planned(studio, B, A, C);
  t.deepEqual(await satisfied(studio.process, studio), [false, true, false]);
  t.deepEqual(
    (await shown(studio, third)).frames.map(({ status }) => status),
    ['pending', 'accepted', 'pending'],
  );
});

test('an acceptance on a plan that carried all its frames is kept by the next plan', async (t) => {
  const studio = await givenGenerated(t);
  await answered(deciding(studio, await planned(studio, B, A), 'accept'));
  const { frames } = await shown(studio, await planned(studio, B, A, C));
  t.like(frames[0], { status: 'accepted', decision: { decision: 'accept', note: 'looked at it' } });
  t.is(frames[1]?.decision, null);
});

test('a plan that was decided on is over when the next one generates, and is never certified', async (t) => {
  const studio = await givenGenerated(t);
  const second = await planned(studio, B, A);
  await answered(deciding(studio, second, 'repair'));
  await draw(studio.process, await planned(studio, B, A, C));
  await isOver(t, studio, second);
  t.is(await refusalOf(deciding(studio, second, 'accept', 'accept')), 'plan_superseded');
  t.like(await shown(studio, second), { certificate: null });
});

test('a plan without a decision is over when the next one generates', async (t) => {
  const studio = await givenGenerated(t);
  const second = await planned(studio, B, A);
  t.false((await shown(studio, second)).plan.superseded);
  await draw(studio.process, await planned(studio, B, A, C));
  await isOver(t, studio, second);
});

test('a plan is over once a person has decided on, or certified, one that was made of it', async (t) => {
  for (const decisions of [['repair'], ['accept', 'accept']] as const) {
    const { first, ...studio } = await givenGenerated(t);
    const second = await planned(studio, B, A);
    await answered(deciding(studio, second, ...decisions));
    await isOver(t, studio, first);
    t.is((await shown(studio, second)).lifecycle, decisions.length === 1 ? 'in_review' : 'certified');
    t.false((await shown(studio, second)).plan.superseded);
    t.is((await shown(studio, first)).plan.jobIds.length, 1, 'it knows its own job');
  }
});

test('of two plans that were made of one, the first that is decided on goes on', async (t) => {
  const { first, ...studio } = await givenGenerated(t);
  const [second, third] = [await planned(studio, B, A), await planned(studio, B)];
  await answered(deciding(studio, second, 'accept'));
  await isOver(t, studio, first);
  await isOver(t, studio, third);
  t.is(await refusalOf(generating(studio, third)), 'expected_mismatch');
});

test('a plan takes no decision once the plan that it was made of has moved on', async (t) => {
  const { first, ...studio } = await givenGenerated(t);
  const second = await planned(studio, B, A);
  await answered(deciding(studio, first, 'repair'));
  t.is(await refusalOf(deciding(studio, second, 'accept')), 'plan_superseded');
  await answered(deciding(studio, await plan(studio.process, studio.caller, studio.projectId), 'accept'));
  t.deepEqual(await satisfied(studio.process, studio), [true, false], 'frame 1 is that of the first plan’s frame 0');
});

test('a review that is refused leaves the plan before as it was', async (t) => {
  const { first, ...studio } = await givenGenerated(t);
  const second = await planned(studio, B, C);
  t.is(await refusalOf(deciding(studio, second, 'accept', 'accept')), 'qa_report_missing');
  t.false((await shown(studio, first)).plan.superseded);
  await answered(deciding(studio, first, 'accept'));
});

test('planning again after decisions names the same plan, which is repaired', async (t) => {
  const studio = await givenGenerated(t);
  const second = await planned(studio, B, A);
  await answered(deciding(studio, second, 'repair'));
  t.is((await plan(studio.process, studio.caller, studio.projectId)).manifestHash, second.manifestHash);
  await redraw(studio.process, second);
  t.deepEqual(await satisfied(studio.process, studio), [true, true]);
});

test('frames that a plan had kept aside stay kept when the next one takes over', async (t) => {
  const studio = await givenGenerated(t);
  await answered(deciding(studio, await planned(studio, B), 'accept'));
  await planned(studio, B, C);
  t.deepEqual(await satisfied(studio.process, studio), [true, false]);
  await planned(studio, A, B);
  t.deepEqual(await satisfied(studio.process, studio), [true, true]);
});

/** The first step of a take-over, whose process dies after it. */
const close = async ({ process, caller }: Studio, { planId }: Production, by: Production): Promise<void> => {
  const { commands } = process.services;
  const { revision } = await commands.read(planDecider, planStream(planId));
  const byManifestHash = by.manifestHash.slice('sha256:'.length);
  const closing = { byManifestHash, byJobId: null, knownRevision: Number(revision), jobs: [] } as const;
  const context = systemContext(caller.workspaceId, 'test', 'test');
  await commands.handle(planDecider, planStream(planId), { type: 'SupersedePlan', ...closing }, context);
};

test('a step that died after the plan before was closed is made good by the same review', async (t) => {
  const { first, ...studio } = await givenGenerated(t);
  const second = await planned(studio, B, A);
  await close(studio, first, second);
  await answered(deciding(studio, second, 'repair'));
  await planned(studio, B, A, C);
  t.deepEqual(await satisfied(studio.process, studio), [false, true, false]);
});

test('a step that died after the plan before was closed leaves a way on for another plan', async (t) => {
  const studio = await givenGenerated(t);
  const second = await planned(studio, B, A);
  await answered(deciding(studio, second, 'repair'));
  await close(studio, second, await planned(studio, B));
  const again = await planned(studio, B, A);
  t.not(again.planId, second.planId);
  t.deepEqual(await satisfied(studio.process, studio), [false, true]);
  await draw(studio.process, again);
  t.deepEqual(await satisfied(studio.process, studio), [true, true]);
});

test('a plan whose frames came accepted by a person is certified, and ends the one before', async (t) => {
  const { first, ...studio } = await givenGenerated(t);
  await draw(studio.process, await planned(studio, A, B, C));
  const second = await plan(studio.process, studio.caller, studio.projectId);
  await answered(deciding(studio, second, 'accept', 'accept'));
  const third = await planned(studio, B, A);
  await carryOn(studio, third);
  t.is((await shown(studio, third)).lifecycle, 'certified');
  await isOver(t, studio, first);
  t.is(await refusalOf(deciding(studio, second, 'repair')), 'plan_superseded');
  t.is((await plan(studio.process, studio.caller, studio.projectId)).planId, third.planId);
});

test('a plan of a storyboard that has moved on is not certified by itself', async (t) => {
  const { first, ...studio } = await givenGenerated(t);
  await answered(deciding(studio, first, 'accept'));
  const { process, caller, projectId } = studio;
  await revise(process, studio, { ...storyboardOf(1), frames: [A] });
  // Without the certificate: its call died before that.
  const planStoryboard = createPlanStoryboard(process.services);
  const second = await plan({ ...process, application: { ...process.application, planStoryboard } }, caller, projectId);
  const third = await planned(studio, A, C);
  await carryOn(studio, second);
  t.is((await shown(studio, second)).lifecycle, 'generated');
  await draw(studio.process, third);
  await carryOn(studio, second);
  await isOver(t, studio, second);
  const state = await planOf(studio.process, second.planId);
  t.not(state.supersededBy, null, 'nothing is owed for it any more');
});

test('of decisions on two plans at once, in two processes, one is taken and the other is refused', async (t) => {
  const world = await createWorld(t);
  const [one, other] = [await world.start({ trialCredits: 5_000 }), await world.start({ trialCredits: 5_000 })];
  const first = await produce(one, await enterAs(one, 'ann'), 2);
  const [here, there] = [
    { ...first, process: one },
    { ...first, process: other },
  ];
  await draw(here.process, first);
  const second = await planned(here, B, A);
  const answers = await Promise.all([deciding(here, first, 'repair'), deciding(there, second, 'accept')]);
  t.deepEqual(answers.map(({ kind }) => kind).toSorted(), ['ok', 'refused']);
  const onFirst = answers[0].kind === 'ok';
  await planned(there, A, C);
  t.deepEqual(await satisfied(there.process, there), [!onFirst, false], 'the decision that was taken is kept');
  t.is((await shown(there, first)).plan.superseded, !onFirst);
});

test('nothing is decided on a plan while another one generates', async (t) => {
  const studio = await givenGenerated(t);
  const second = await planned(studio, B, A);
  const third = await planned(studio, B, A, C);
  const jobId = await generate(studio.process, third);
  await isOver(t, studio, second);
  await drawJob(studio.process.services, jobId);
  await isOver(t, studio, second);
});
