/** The steps that open-work names after a plan was replaced or completed, and their end. */
import test, { type ExecutionContext } from 'ava';
import { openWorkProjection } from '../../../../../projections/open-work/definition.ts';
import type { StoryboardFrame } from '../../../../../src/application/projects/storyboard.ts';
import { createCarryOn } from '../../../../../src/application/reactions/carry-on.ts';
import type { ReactionDeps } from '../../../../../src/application/reactions/reactions.ts';
import type { OwedWork } from '../../../../../src/application/reactions/supervise.ts';
import { createPlanAndCertify } from '../../../../../src/application/review/plan-certificate.ts';
import { createReview } from '../../../../../src/application/review/review.ts';
import { limits } from '../../../../../src/kernel/limits.ts';
import { addMs } from '../../../../../src/kernel/time.ts';
import { answered } from '../../../../support/application/answered.ts';
import { decide, draw, plan, produce, storyboardOf } from '../../../../support/application/production.ts';
import { givenWorld } from '../../../../support/application/world.ts';
import { createStrictCodec } from '../../../../support/log/strict-codec.ts';
import { foldDocuments } from '../../../../support/read-models/fold-documents.ts';
import { Died } from '../../../../support/log/mortal-commands.ts';
import { dyingAt, watchedCommands } from '../../../../support/log/watched-commands.ts';
import { balancesIn, planOf } from '../../../../support/application/states.ts';

/** A project of two frames; frame 1 fails unless stated. */
const givenGenerated = async (t: ExecutionContext, verdict: 'pass' | 'fail' = 'fail') => {
  const { world, process, ann } = await givenWorld(t, { trialCredits: 500 });
  const first = await produce(process, ann, 2);
  const { projectId } = first;
  await draw(process, first, ({ index }) => (index === 1 ? verdict : 'pass'));
  const codec = createStrictCodec();
  /** The steps that are due within the grace of a step. */
  const owed = async (): Promise<readonly OwedWork[]> => {
    const events = (await world.events()).map((event) => codec.decode(event));
    const soon = addMs(new Date(world.time.clock.now()).toISOString(), limits.stepGraceMs);
    const documents = [...foldDocuments(openWorkProjection, events)].map(([id, found]) => ({ id, ...found }));
    return documents.filter(({ body }) => body.dueAt <= soon);
  };
  const carryOn = createCarryOn(process.ground as unknown as ReactionDeps, new Set(['supervisor']));
  const supervise = async (): Promise<void> => {
    for (const work of await owed()) await carryOn(work);
  };
  const held = async (): Promise<number> => (await balancesIn(process, ann.workspaceId)).held;
  const planned = async (...frames: readonly StoryboardFrame[]) => {
    await answered(process.application.reviseStoryboard(ann, projectId, { ...storyboardOf(2), frames }, null));
    return plan(process, ann, projectId);
  };
  return { process, ann, first, projectId, owed, supervise, held, planned };
};

test('a take-over that dies gives back the part of a frame that takes no decision any more', async (t) => {
  const { process, ann, projectId, owed, supervise, held, planned } = await givenGenerated(t);
  t.true((await held()) > 0, 'frame 1 waits for a person');
  const [kept] = storyboardOf(1).frames as [StoryboardFrame];
  const next = await planned(kept, { prompt: 'Another' });
  const commands = dyingAt(process.services.commands, 'ReleaseParts');
  const review = createReview({ ...process.ground, commands });
  const accept = [{ frameIndex: 0, decision: 'accept', note: 'good' }] as const;
  await t.throwsAsync(review(ann, projectId, next.planId, accept), { message: 'the process died' });
  t.deepEqual(
    (await owed()).map(({ body }) => body.kind),
    ['review.release'],
  );
  await supervise();
  t.is(await held(), 0);
  t.deepEqual(await owed(), []);
  await answered(decide(process, next, 'accept', 0));
});

/** A person has accepted both frames. */
const givenAccepted = async (t: ExecutionContext) => {
  const studio = await givenGenerated(t, 'pass');
  await answered(decide(studio.process, studio.first, 'accept', 0, 1));
  return studio;
};

test('a plan whose frames came accepted by a person is certified by planning', async (t) => {
  const { process, owed, planned } = await givenAccepted(t);
  const isCertified = async (planId: string): Promise<boolean> => (await planOf(process, planId)).certified;
  const [one, two] = storyboardOf(2).frames as [StoryboardFrame, StoryboardFrame];
  const { planId } = await planned(two, one);
  t.true(await isCertified(planId));
  t.deepEqual(await owed(), []);
});

test('plans whose storyboard moved on first owe no certificate, and planning again certifies', async (t) => {
  const { process, ann, projectId, owed, planned } = await givenAccepted(t);
  const { commands } = process.services;
  const [one, two] = storyboardOf(2).frames as [StoryboardFrame, StoryboardFrame];
  /** A process that dies once its plan is prepared. */
  const dying = createPlanAndCertify({
    ...process.services,
    commands: watchedCommands(commands, {
      after: (type) => {
        if (type === 'PreparePlan') throw new Died();
      },
    }),
  });
  const revise = async (frames: readonly StoryboardFrame[]) =>
    answered(process.application.reviseStoryboard(ann, projectId, { ...storyboardOf(2), frames }, null));
  for (let n = 0; n < 3; n += 1) {
    await revise([{ ...two, title: `Title ${n}` }, one]);
    await t.throwsAsync(dying(ann, projectId), { message: 'the process died' });
  }
  await revise([one, two, { prompt: 'Another' }]);
  t.deepEqual(await owed(), []);
  const { planId } = await planned({ ...two, title: 'Title 1' }, one);
  t.true((await planOf(process, planId)).certified);
});
