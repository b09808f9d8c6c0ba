import test, { type ExecutionContext } from 'ava';
import { createSaveSettings } from '../../../../../src/application/settings/creative-settings.ts';
import { answered } from '../../../../support/application/answered.ts';
import { createProject, storyboardOf } from '../../../../support/application/production.ts';
import { givenWorld } from '../../../../support/application/world.ts';

const FRAMES = 40;

/** The blockers of a plan, and how often its making asked for its turn. */
const planned = async (t: ExecutionContext, bannedTopics: readonly string[]) => {
  let asked = 0;
  const turns = { due: () => void (asked += 1) };
  const { process, ann } = await givenWorld(t, { ground: (ground) => ({ ...ground, turns }) });
  await answered(createSaveSettings(process.ground)(ann, { bannedTopics }));
  const projectId = await createProject(process, ann, { storyboard: storyboardOf(FRAMES) });
  const { blockers } = await answered(process.application.planStoryboard(ann, projectId));
  return { codes: (blockers as readonly { readonly code: string }[]).map(({ code }) => code), asked };
};

test('the frames of a plan are searched for banned topics one by one, and others have turns', async (t) => {
  const { codes, asked } = await planned(t, ['shot']);
  t.deepEqual(new Set(codes), new Set(['topic_banned']));
  t.is(codes.length, FRAMES);
  t.true(asked >= FRAMES);
});
