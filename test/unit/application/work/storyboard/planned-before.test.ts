/** A plan that was made before something else was generated: nothing is paid twice for it, and nothing is moved. */
import test from 'ava';
import { ledgerDecider, ledgerStream } from '../../../../../commands/ledger/decider.ts';
import { answered, refusalOf } from '../../../../support/application/answered.ts';
import {
  asked,
  createProject,
  decide,
  draw,
  plan,
  produce,
  type Production,
  replan,
  storyboardOf,
} from '../../../../support/application/production.ts';
import { givenWorld, type Process } from '../../../../support/application/world.ts';
import { balancesIn, planOf } from '../../../../support/application/states.ts';

const generating = async ({ application }: Process, production: Production) =>
  application.generate(...asked(production), null);

test('frames that the forerunner has generated since are not generated and paid again', async (t) => {
  const { process, ann } = await givenWorld(t);
  const first = await produce(process, ann, 2);
  const [one = '', other = ''] = first.requirementIds;
  await draw(process, first, 'pass', [one]);
  const between = await plan(process, ann, first.projectId);
  await draw(process, first, 'pass', [other]);
  const before = await balancesIn(process, ann.workspaceId);
  t.is(await refusalOf(generating(process, between)), 'expected_mismatch');
  t.deepEqual(await balancesIn(process, ann.workspaceId), before);
});

test('a later decision of a person is told before anything is claimed, held or superseded', async (t) => {
  const { process, ann } = await givenWorld(t);
  const storyboard = storyboardOf(34);
  const projectId = await createProject(process, ann, { storyboard });
  const first = await plan(process, ann, projectId);
  const { sequences } = (await answered(process.application.planStoryboard(ann, projectId))) as unknown as {
    readonly sequences: readonly { readonly planId: string }[];
  };
  const [partA = '', partB = ''] = sequences.map(({ planId }) => planId);
  const fails = ({ index }: { readonly index: number }) => (index === 0 ? 'fail' : 'pass');
  await draw(process, first, fails);
  await draw(process, first);
  const frames = storyboard.frames.map((frame, index) => (index === 33 ? { ...frame, prompt: 'another' } : frame));
  const later = await replan(process, first, { ...storyboard, frames });
  await answered(decide(process, { ...first, planId: partB }, 'accept', 0));
  const revision = async () =>
    (await process.services.commands.read(ledgerDecider, ledgerStream(ann.workspaceId))).revision;
  const before = await revision();
  t.is(await refusalOf(generating(process, later)), 'expected_mismatch');
  t.is(await revision(), before);
  const state = await planOf(process, partA);
  t.is(state.supersededBy, null);
  await answered(decide(process, { ...first, planId: partA }, 'accept', 0));
});
