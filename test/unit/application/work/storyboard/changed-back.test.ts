/** A frame is what it draws: one that is changed back to what was accepted before is not made and paid again. */
import test, { type ExecutionContext } from 'ava';
import type { CarriedFrame } from '../../../../../commands/plan/state.ts';
import type { Caller } from '../../../../../src/application/calls/caller.ts';
import type { Storyboard } from '../../../../../src/application/projects/storyboard.ts';
import { firstSeedOf } from '../../../../../src/application/work/storyboard/manifest.ts';
import { createPlanStoryboard } from '../../../../../src/application/work/storyboard/plan-storyboard.ts';
import { laidAsideOf, type Remains } from '../../../../../src/application/work/storyboard/remains.ts';
import { Fault } from '../../../../../src/kernel/faults.ts';
import { limits } from '../../../../../src/kernel/limits.ts';
import { answered, bodyOf, storedBody } from '../../../../support/application/answered.ts';
import { drawJob, type Verdict } from '../../../../support/jobs/draw-job.ts';
import { createProject, generate, plan, repair, storyboardOf } from '../../../../support/application/production.ts';
import { givenWorld, type Process } from '../../../../support/application/world.ts';

type Studio = { readonly process: Process; readonly ann: Caller; readonly projectId: string };

const givenProject = async (t: ExecutionContext, storyboard: Storyboard): Promise<Studio> => {
  const { process, ann } = await givenWorld(t, { trialCredits: 500 });
  return { process, ann, projectId: await createProject(process, ann, { storyboard }) };
};

const A = storyboardOf(2);

/** `A` with another second frame. */
const withSecond = (prompt: string): Storyboard => ({
  ...A,
  frames: A.frames.map((frame, n) => (n === 1 ? { prompt } : frame)),
});

const revise = async ({ process, ann, projectId }: Studio, storyboard: Storyboard): Promise<void> =>
  void (await answered(process.application.reviseStoryboard(ann, projectId, storyboard, null)));

const draw = async (studio: Studio, verdict: Verdict = 'pass'): Promise<string> => {
  const planned = await plan(studio.process, studio.ann, studio.projectId);
  await drawJob(studio.process.services, await generate(studio.process, planned), () => verdict);
  return planned.planId;
};

const satisfied = async ({ process, ann, projectId }: Studio): Promise<readonly boolean[]> => {
  const { requirements } = (await answered(process.application.planStoryboard(ann, projectId))) as unknown as {
    readonly requirements: readonly { readonly satisfied: boolean }[];
  };
  return requirements.map((requirement) => requirement.satisfied);
};

const owned = async ({ process, ann }: Studio): Promise<unknown> =>
  ((await bodyOf(process.application.creditSummary(ann, { atLeast: null })))['credits'] as { total: number }).total;

test('a frame that is changed back is what it was, whatever was generated since, and costs nothing', async (t) => {
  const studio = await givenProject(t, A);
  const { ann, projectId } = studio;
  await draw(studio);
  for (const prompt of ['B', 'C', 'D']) {
    await revise(studio, withSecond(prompt));
    t.deepEqual(await satisfied(studio), [true, false]);
    await draw(studio);
  }
  const before = await owned(studio);
  for (const storyboard of [A, withSecond('C'), withSecond('B')]) {
    await revise(studio, storyboard);
    t.deepEqual(await satisfied(studio), [true, true]);
    const { manifestHash, planId } = await plan(studio.process, ann, projectId);
    const input = { expectedExecutionManifestArtifactHash: manifestHash };
    const answer = await storedBody(studio.process.application.generate(ann, projectId, input, null));
    t.like(answer, { accepted: false, reason: 'all_requirements_satisfied' });
    const fresh = { atLeast: null };
    const sequence = await bodyOf(studio.process.application.photoSequence(ann, projectId, planId, fresh));
    t.true((sequence['frames'] as { asset: unknown }[]).every(({ asset }) => asset !== null));
  }
  t.is(await owned(studio), before);
});

test('planning the same thing twice gives the same plan, also with frames laid aside', async (t) => {
  const studio = await givenProject(t, A);
  await draw(studio);
  await revise(studio, withSecond('B'));
  const planned = async () => plan(studio.process, studio.ann, studio.projectId);
  t.deepEqual(await planned(), await planned());
});

test('a frame that was not accepted, or was sent to repair since, is not kept aside', async (t) => {
  const studio = await givenProject(t, A);
  await draw(studio, 'fail');
  await revise(studio, withSecond('B'));
  await draw(studio);
  await revise(studio, A);
  t.deepEqual(await satisfied(studio), [true, false]);
  const planId = await draw(studio);
  const { application, services } = studio.process;
  const { ann, projectId } = studio;
  const sent = [{ frameIndex: 1, decision: 'repair', note: 'too grim' }] as const;
  await answered(application.review(ann, projectId, planId, sent));
  await revise(studio, withSecond('C'));
  await draw(studio);
  await revise(studio, A);
  t.deepEqual(await satisfied(studio), [true, false]);
  // The repaired picture counts again.
  const again = await draw(studio);
  await answered(application.review(ann, projectId, again, sent));
  const planned = await plan(studio.process, ann, projectId);
  await drawJob(services, await repair(studio.process, { ...planned, planId: again }));
  await revise(studio, withSecond('E'));
  await draw(studio);
  await revise(studio, A);
  t.deepEqual(await satisfied(studio), [true, true]);
});

test('a manifest that is lost takes along what it had laid aside, and planning goes on', async (t) => {
  const studio = await givenProject(t, A);
  await draw(studio);
  await revise(studio, withSecond('B'));
  const { manifestHash } = await plan(studio.process, studio.ann, studio.projectId);
  await draw(studio);
  await revise(studio, A);
  const { services } = studio.process;
  const named = async <T>(workspaceId: string, hash: string): Promise<T> => {
    if (`sha256:${hash}` === manifestHash) throw new Fault('lost', 'the manifest is lost');
    return services.artifacts.named<T>(workspaceId, hash);
  };
  const planStoryboard = createPlanStoryboard({ ...services, artifacts: { ...services.artifacts, named } });
  const { requirements } = (await answered(planStoryboard(studio.ann, studio.projectId))) as unknown as {
    readonly requirements: readonly { readonly satisfied: boolean }[];
  };
  t.deepEqual(
    requirements.map((requirement) => requirement.satisfied),
    [true, false],
  );
});

test('of what is laid aside the newest is kept, of accepted frames and of others', (t) => {
  const carried = { acceptedBy: 'scorer' } as CarriedFrame;
  const remains = new Map<string, Remains>();
  const add = (kind: string, left: Partial<Remains>, count: number): void => {
    for (let n = 0; n < count; n += 1) {
      const requirementId = `req_${kind}_${n}`;
      remains.set(requirementId, { carried: null, seed: firstSeedOf(requirementId), additionsHash: null, ...left });
    }
  };
  const max = limits.framesLaidAsideMax;
  add('accepted', { carried }, max + 3);
  add('failed', { seed: 5 }, max + 2);
  add('worded', { additionsHash: 'hash' }, 1);
  add('new', {}, 1);
  add('asked', { carried }, 1);
  const aside = laidAsideOf(remains, [{ requirementId: 'req_asked_0' }]);
  const ids = aside.map(({ requirementId }) => requirementId);
  t.deepEqual(
    [ids[0], ids[max - 1], ids[max], ids.at(-1), ids.length],
    ['req_accepted_3', `req_accepted_${max + 2}`, 'req_failed_3', 'req_worded_0', 2 * max],
  );
  t.deepEqual(aside[0], { requirementId: 'req_accepted_3', carried });
  t.deepEqual(aside.slice(-2), [
    { requirementId: `req_failed_${max + 1}`, carried: null, seed: 5 },
    { requirementId: 'req_worded_0', carried: null, additionsHash: 'hash' },
  ]);
});
