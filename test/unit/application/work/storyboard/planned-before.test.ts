/** A plan that was made before something else was generated: nothing is paid twice for it, and nothing is moved. */
import test from 'ava';
import { ledgerDecider } from '../../../../../commands/ledger/decider.ts';
import { balancesOf } from '../../../../../commands/ledger/queries.ts';
import { ledgerStream } from '../../../../../commands/ledger/stream.ts';
import { planDecider } from '../../../../../commands/plan/decider.ts';
import { planStream } from '../../../../../commands/plan/stream.ts';
import type { Caller } from '../../../../../src/application/calls/caller.ts';
import { answered, refusalOf } from '../../../../support/application/answered.ts';
import { drawJob } from '../../../../support/jobs/draw-job.ts';
import {
  createProject,
  generate,
  plan,
  type Production,
  storyboardOf,
} from '../../../../support/application/production.ts';
import { givenWorld, type Process } from '../../../../support/application/world.ts';

const ledgerOf = async ({ services }: Process, { workspaceId }: Caller) =>
  services.commands.read(ledgerDecider, ledgerStream(workspaceId));

const generating = async ({ application }: Process, { caller, projectId, manifestHash }: Production) =>
  application.generate(caller, projectId, { expectedExecutionManifestArtifactHash: manifestHash }, null);

test('frames that the forerunner has generated since are not generated and paid again', async (t) => {
  const { process, ann } = await givenWorld(t);
  const projectId = await createProject(process, ann, { storyboard: storyboardOf(2) });
  const first = await plan(process, ann, projectId);
  const [one = '', other = ''] = first.requirementIds;
  await drawJob(process.services, await generate(process, first, [one]));
  const between = await plan(process, ann, projectId);
  await drawJob(process.services, await generate(process, first, [other]));
  const before = balancesOf((await ledgerOf(process, ann)).state);
  t.is(await refusalOf(generating(process, between)), 'expected_mismatch');
  t.deepEqual(balancesOf((await ledgerOf(process, ann)).state), before);
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
  await drawJob(process.services, await generate(process, first), fails);
  await drawJob(process.services, await generate(process, first));
  const frames = storyboard.frames.map((frame, index) => (index === 33 ? { ...frame, prompt: 'another' } : frame));
  await answered(process.application.reviseStoryboard(ann, projectId, { ...storyboard, frames }, null));
  const later = await plan(process, ann, projectId);
  const accept = [{ frameIndex: 0, decision: 'accept', note: 'fine' }] as const;
  await answered(process.application.review(ann, projectId, partB, accept));
  const before = await ledgerOf(process, ann);
  t.is(await refusalOf(generating(process, later)), 'expected_mismatch');
  t.is((await ledgerOf(process, ann)).revision, before.revision);
  const { state } = await process.services.commands.read(planDecider, planStream(partA));
  t.is(state.supersededBy, null);
  await answered(process.application.review(ann, projectId, partA, accept));
});
