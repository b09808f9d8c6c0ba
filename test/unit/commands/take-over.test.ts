/** A manifest that has generated nothing takes the place of the last one, for the decisions of people on it. */
import { projectDecider } from '../../../commands/project/decider.ts';
import { isCurrent } from '../../../commands/project/state.ts';
import {
  generationClaimed,
  generationEnded,
  manifestTookOver,
  projectCreated,
  type ProjectEvent,
} from '../../../events/project.ts';
import { deciderTest } from '../../spec/decider-spec.ts';
import { claimOf, hashOf } from '../../support/jobs/builders.ts';

const test = deciderTest(projectDecider);

const fold = (...events: readonly ProjectEvent[]) => events.reduce(projectDecider.evolve, projectDecider.initial);
const created = projectCreated({ workspaceId: 'ws_1', name: 'Harbour' });
const claimed = (n: number, rest: Parameters<typeof claimOf>[1] = {}) => generationClaimed(claimOf(n, rest));
const ended = (n: number) => generationEnded({ n, jobId: `job_${n}`, outcome: 'finished' });
const generated = [created, claimed(1), ended(1)] as const;

const manifestPlanIds = ['pln_2', 'pln_3'];
const take = (checkedAt: number, name = 'next') =>
  ({ type: 'TakeOver', checkedAt, manifestHash: hashOf(name), manifestPlanIds }) as const;
const took = manifestTookOver({ manifestHash: hashOf('next'), manifestPlanIds });
const claimedByNext = claimed(2, { manifestHash: hashOf('next'), manifestPlanIds });

test('a manifest takes over once, where it was checked', (given) => {
  given(generated).accepts(take(2), took);
  for (const elsewhere of [1, 3]) given(generated).refuses(take(elsewhere), 'moved');
  given(generated, took).accepts(take(2));
  given(generated).accepts(take(9, 'manifest'));
  given().refuses(take(0), 'project_not_found');
});

test('a manifest takes over from no job of another one', (given) => {
  given(generated, claimed(2)).refuses(take(3), 'storyboard_job_active', { jobId: 'job_2' });
  given(generated, claimedByNext).accepts(take(3), took);
});

test('a manifest that took over is the last one, and others of its round are not', (_, t) => {
  const after = fold(...generated, took);
  t.like(after, { generations: 2, generated: { manifestHash: hashOf('next'), planIds: manifestPlanIds, jobs: [] } });
  t.true(isCurrent(after, hashOf('next'), 1));
  t.false(isCurrent(after, hashOf('beside'), 1));
  t.false(isCurrent(after, hashOf('manifest'), 0));
  t.is(fold(...generated, took, claimedByNext, ended(2)).generated?.jobs.length, 1);
  t.is(fold(...generated, claimedByNext, took, ended(2)).generated?.jobs.length, 1);
});
