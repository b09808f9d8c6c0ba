/** A manifest keeps the seed that a frame goes on with after earlier attempts, and the words of its reviewer. */
import test, { type ExecutionContext } from 'ava';
import { seedOf } from '../../../../../commands/job/ladder.ts';
import { createPlanStoryboard } from '../../../../../src/application/work/storyboard/plan-storyboard.ts';
import { firstSeedOf, type Manifest } from '../../../../../src/application/work/storyboard/manifest.ts';
import { assert, Fault } from '../../../../../src/kernel/faults.ts';
import { answered } from '../../../../support/application/answered.ts';
import {
  createProject,
  draw,
  plan,
  type Production,
  redraw,
  revise,
  storyboardOf,
} from '../../../../support/application/production.ts';
import { givenWorld } from '../../../../support/application/world.ts';
import { type Verdict } from '../../../../support/jobs/draw-job.ts';

/** A project of two frames. */
const givenStudio = async (t: ExecutionContext) => {
  const { process, application, services, ann } = await givenWorld(t, { trialCredits: 500 });
  const storyboard = storyboardOf(2);
  const projectId = await createProject(process, ann, { storyboard });
  const [requirementId = ''] = (await plan(process, ann, projectId)).requirementIds;
  const base = firstSeedOf(requirementId);
  const hashOf = ({ manifestHash }: Production): string => manifestHash.slice('sha256:'.length);
  return {
    planned: async () => plan(process, ann, projectId),
    draw: async (production: Production, verdict?: Verdict, requirementIds?: readonly string[]) =>
      draw(process, production, verdict, requirementIds),
    redraw: async (production: Production) => redraw(process, production),
    sendBack: async ({ planId }: Production, ...repairPromptAdditions: readonly string[]) => {
      const decision = { frameIndex: 0, decision: 'repair', note: 'too grim', repairPromptAdditions } as const;
      await answered(application.review(ann, projectId, planId, [decision]));
    },
    showing: async (...prompts: readonly string[]) => {
      const frames = prompts.map((prompt) => ({ prompt }));
      await revise(process, { caller: ann, projectId }, { ...storyboard, frames });
    },
    /** The first frame in a manifest: the attempts that its seed is past, and its words. */
    first: async (production: Production) => {
      const hash = hashOf(production);
      const { requirements, laidAside = [] } = await services.artifacts.named<Manifest>(ann.workspaceId, hash);
      const frame = [...laidAside, ...requirements].find((one) => one.requirementId === requirementId);
      assert(frame !== undefined, 'the manifest has the frame');
      const { carried, additionsHash, seed = base } = frame;
      const after = [0, 1, 2, 3, 4, 5].find((attempts) => seedOf(base, attempts + 1) === seed);
      const words =
        additionsHash === undefined
          ? null
          : await services.artifacts.named<readonly string[]>(ann.workspaceId, additionsHash);
      return { after, words, carried: carried !== null };
    },
    planWithout: async (lost: Production) => {
      const named = async <T>(workspaceId: string, hash: string): Promise<T> => {
        if (hash === hashOf(lost)) throw new Fault('lost', 'the manifest is lost');
        return services.artifacts.named<T>(workspaceId, hash);
      };
      const planStoryboard = createPlanStoryboard({ ...services, artifacts: { ...services.artifacts, named } });
      const answer = await answered(planStoryboard(ann, projectId));
      const { artifactHash } = answer['executionManifestArtifact'] as { readonly artifactHash: string };
      return { manifestHash: artifactHash } as Production;
    },
  };
};

test('a frame that was never made keeps its seed, whatever else was made', async (t) => {
  const { planned, draw, first } = await givenStudio(t);
  const one = await planned();
  await draw(one, 'pass', one.requirementIds.slice(1));
  t.deepEqual(await first(await planned()), { after: 0, words: null, carried: false });
});

test('the seed goes on from every attempt at the frame, over one plan after the other', async (t) => {
  const { planned, draw, redraw, sendBack, first } = await givenStudio(t);
  await draw(await planned(), 'fail');
  const second = await planned();
  t.deepEqual(await first(second), { after: 3, words: null, carried: false });
  await draw(second);
  const third = await planned();
  t.deepEqual(await first(third), { after: 4, words: null, carried: true });
  await sendBack(third);
  t.is((await planned()).manifestHash, third.manifestHash);
  await redraw(third);
  t.like(await first(await planned()), { carried: true });
});

test('planning again with nothing made in between gives the same plan, also after a rejection', async (t) => {
  const { planned, draw, sendBack, first } = await givenStudio(t);
  const one = await planned();
  await draw(one);
  t.deepEqual(await planned(), await planned());
  await sendBack(one, 'Ada smiles');
  const later = await planned();
  t.deepEqual(await planned(), later);
  t.deepEqual(await first(later), { after: 1, words: ['Ada smiles'], carried: false });
});

test('the words of a reviewer hold until the frame is accepted', async (t) => {
  const { planned, draw, sendBack, first } = await givenStudio(t);
  const one = await planned();
  await draw(one);
  await sendBack(one, 'Ada smiles');
  const second = await planned();
  await draw(second, 'fail');
  const third = await planned();
  t.deepEqual(await first(third), { after: 4, words: ['Ada smiles'], carried: false });
  await draw(third);
  t.like(await first(await planned()), { words: null, carried: true });
});

test('a rejected frame that leaves the storyboard comes back with its seed and its words', async (t) => {
  const { planned, draw, sendBack, showing, first } = await givenStudio(t);
  const one = await planned();
  await draw(one);
  await sendBack(one, 'Ada smiles');
  const kept = { after: 1, words: ['Ada smiles'], carried: false };
  for (const prompt of ['B', 'C']) {
    await showing(prompt, 'Shot 1');
    const without = await planned();
    t.deepEqual(await first(without), kept);
    await draw(without);
  }
  await showing('Shot 0', 'Shot 1');
  t.deepEqual(await first(await planned()), kept);
});

test('a manifest that is lost loses no seed and no words of frames that it has made', async (t) => {
  const { planned, planWithout, draw, sendBack, first } = await givenStudio(t);
  const one = await planned();
  await draw(one);
  await sendBack(one, 'Ada smiles');
  t.deepEqual(await first(await planWithout(one)), { after: 1, words: ['Ada smiles'], carried: false });
});
