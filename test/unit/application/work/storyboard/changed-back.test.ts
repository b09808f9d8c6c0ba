/** A frame is what it draws: one that is changed back to what was accepted before is not made and paid again. */
import test, { type ExecutionContext } from 'ava';
import type { CarriedFrame } from '../../../../../commands/plan/state.ts';
import type { Storyboard } from '../../../../../src/application/projects/storyboard.ts';
import { firstSeedOf } from '../../../../../src/application/work/storyboard/manifest.ts';
import { createPlanStoryboard } from '../../../../../src/application/work/storyboard/plan-storyboard.ts';
import { laidAsideOf, type Remains } from '../../../../../src/application/work/storyboard/remains.ts';
import { Fault } from '../../../../../src/kernel/faults.ts';
import { limits } from '../../../../../src/kernel/limits.ts';
import { answered, bodyOf, FRESH, storedBody } from '../../../../support/application/answered.ts';
import { type Verdict } from '../../../../support/jobs/draw-job.ts';
import {
  asked,
  createProject,
  decide,
  draw,
  plan,
  redraw,
  revise,
  satisfied,
  storyboardOf,
} from '../../../../support/application/production.ts';
import { givenWorld } from '../../../../support/application/world.ts';
import { balancesIn } from '../../../../support/application/states.ts';

const A = storyboardOf(2);

/** A project of `A`. */
const givenProject = async (t: ExecutionContext) => {
  const { process, ann: caller } = await givenWorld(t, { trialCredits: 500 });
  const place = { caller, projectId: await createProject(process, caller, { storyboard: A }) };
  return {
    process,
    ...place,
    revise: async (storyboard: Storyboard) => revise(process, place, storyboard),
    planned: async () => plan(process, caller, place.projectId),
    satisfied: async () => satisfied(process, place),
    draw: async (verdict?: Verdict): Promise<string> => {
      const planned = await plan(process, caller, place.projectId);
      await draw(process, planned, verdict);
      return planned.planId;
    },
    owned: async () => (await balancesIn(process, caller.workspaceId)).total,
  };
};

/** `A` with another second frame. */
const withSecond = (prompt: string): Storyboard => ({
  ...A,
  frames: A.frames.map((frame, n) => (n === 1 ? { prompt } : frame)),
});

test('a frame that is changed back is what it was, whatever was generated since, and costs nothing', async (t) => {
  const studio = await givenProject(t);
  const { caller, projectId } = studio;
  await studio.draw();
  for (const prompt of ['B', 'C', 'D']) {
    await studio.revise(withSecond(prompt));
    t.deepEqual(await studio.satisfied(), [true, false]);
    await studio.draw();
  }
  const before = await studio.owned();
  for (const storyboard of [A, withSecond('C'), withSecond('B')]) {
    await studio.revise(storyboard);
    t.deepEqual(await studio.satisfied(), [true, true]);
    const again = await studio.planned();
    const { application } = studio.process;
    const answer = await storedBody(application.generate(...asked(again), null));
    t.like(answer, { accepted: false, reason: 'all_requirements_satisfied' });
    const sequence = await bodyOf(application.photoSequence(caller, projectId, again.planId, FRESH));
    t.true((sequence['frames'] as { asset: unknown }[]).every(({ asset }) => asset !== null));
  }
  t.is(await studio.owned(), before);
});

test('planning the same thing twice gives the same plan, also with frames laid aside', async (t) => {
  const studio = await givenProject(t);
  await studio.draw();
  await studio.revise(withSecond('B'));
  t.deepEqual(await studio.planned(), await studio.planned());
});

test('a frame that was not accepted, or was sent to repair since, is not kept aside', async (t) => {
  const studio = await givenProject(t);
  await studio.draw('fail');
  await studio.revise(withSecond('B'));
  await studio.draw();
  await studio.revise(A);
  t.deepEqual(await studio.satisfied(), [true, false]);
  const planId = await studio.draw();
  const sendBack = async (id: string) => answered(decide(studio.process, { ...studio, planId: id }, 'repair', 1));
  await sendBack(planId);
  await studio.revise(withSecond('C'));
  await studio.draw();
  await studio.revise(A);
  t.deepEqual(await studio.satisfied(), [true, false]);
  // The repaired picture counts again.
  const again = await studio.draw();
  await sendBack(again);
  const planned = await studio.planned();
  await redraw(studio.process, { ...planned, planId: again });
  await studio.revise(withSecond('E'));
  await studio.draw();
  await studio.revise(A);
  t.deepEqual(await studio.satisfied(), [true, true]);
});

test('a manifest that is lost takes along what it had laid aside, and planning goes on', async (t) => {
  const studio = await givenProject(t);
  await studio.draw();
  await studio.revise(withSecond('B'));
  const { manifestHash } = await studio.planned();
  await studio.draw();
  await studio.revise(A);
  const { services } = studio.process;
  const named = async <T>(workspaceId: string, hash: string): Promise<T> => {
    if (`sha256:${hash}` === manifestHash) throw new Fault('lost', 'the manifest is lost');
    return services.artifacts.named<T>(workspaceId, hash);
  };
  const planStoryboard = createPlanStoryboard({ ...services, artifacts: { ...services.artifacts, named } });
  const without = { ...studio.process, application: { ...studio.process.application, planStoryboard } };
  t.deepEqual(await satisfied(without, studio), [true, false]);
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
