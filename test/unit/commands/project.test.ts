import test from 'ava';
import type { ExecutionContext } from 'ava';
import { projectDecider } from '../../../commands/project/decider.ts';
import type { ProjectCommand } from '../../../commands/project/decider.ts';
import { generatedManifests, isStale, openClaim } from '../../../commands/project/state.ts';
import {
  projectStream,
  repairPlanIdOf,
  scriptRevisionId,
  storyboardRevisionId,
} from '../../../commands/project/stream.ts';
import {
  generationClaimed,
  generationEnded,
  projectCreated,
  scriptRevised,
  storyboardRevised,
} from '../../../events/project/index.ts';
import type { ProjectEvent } from '../../../events/project/index.ts';
import { deciderSpec } from '../../spec/decider-spec.ts';
import { claimOf, hashOf } from '../../support/builders.ts';

const spec = (t: ExecutionContext) => deciderSpec(t, projectDecider);
const fold = (...events: readonly ProjectEvent[]) => events.reduce(projectDecider.evolve, projectDecider.initial);

const script = (n: number) => ({ revisionId: `rvs_s${n}`, artifactHash: hashOf(`script ${n}`), chars: 10 * n });
const storyboard = (n: number, scriptRevision: string | null = null) => ({
  revisionId: `rvs_b${n}`,
  artifactHash: hashOf(`storyboard ${n}`),
  frameCount: 2,
  scriptRevisionId: scriptRevision,
});
const scripted = (n: number) =>
  scriptRevised({ scriptRevisionId: `rvs_s${n}`, artifactHash: hashOf(`script ${n}`), chars: 10 * n });
const boarded = (n: number, scriptRevision: string | null = null) => {
  const { revisionId, ...rest } = storyboard(n, scriptRevision);
  return storyboardRevised({ storyboardRevisionId: revisionId, ...rest });
};

const created = projectCreated({ workspaceId: 'ws_1', name: 'Harbour' });
const claimed = (n: number, rest: Parameters<typeof claimOf>[1] = {}) => generationClaimed(claimOf(n, rest));
const ended = (n: number, outcome: 'finished' | 'refused' = 'finished') =>
  generationEnded({ n, jobId: `job_${n}`, outcome });

const create = { type: 'CreateProject', workspaceId: 'ws_1', name: 'Harbour', script: null, storyboard: null } as const;
const claim = (n: number, checkedAt: number, rest: Parameters<typeof claimOf>[1] = {}) =>
  ({ type: 'ClaimGeneration', checkedAt, claim: claimOf(n, rest) }) as const;
const end = (n: number) => ({ type: 'EndGeneration', n, outcome: 'finished' }) as const;
const reviseScript = (n: number, ifMatch: string | null = null) =>
  ({ type: 'ReviseScript', script: script(n), storyboard: null, ifMatch }) as const;
const reviseStoryboard = (n: number, ifMatch: string | null = null) =>
  ({ type: 'ReviseStoryboard', storyboard: storyboard(n), ifMatch }) as const;

test('a project is created once, with what the caller brought', (t) => {
  const { given } = spec(t);
  given().when(create).yields(created);
  given()
    .when({ ...create, script: script(1), storyboard: storyboard(1, 'rvs_s1') })
    .yields(created, scripted(1), boarded(1, 'rvs_s1'));
  given(created)
    .when({ ...create, name: 'Another' })
    .yields();
});

test('a project that is not there', (t) => {
  const commands: readonly ProjectCommand[] = [reviseScript(1), reviseStoryboard(1), claim(1, 0)];
  for (const command of commands) spec(t).given().when(command).refuses('project_not_found');
  spec(t).given().when(end(1)).yields();
});

/** As the rule makes it of script `n`. */
const split = (n: number) => ({ ...storyboard(n, `rvs_s${n}`), followsScript: true });
const splitEvent = (n: number) => {
  const { revisionId, ...rest } = split(n);
  return storyboardRevised({ storyboardRevisionId: revisionId, ...rest });
};

test('the script moves; what is split from it comes along where there is no storyboard', (t) => {
  const { given } = spec(t);
  given(created).when(reviseScript(1)).yields(scripted(1));
  const revised = { ...reviseScript(2), storyboard: split(2) };
  given(created, scripted(1)).when(revised).yields(scripted(2), splitEvent(2));
  given(created, scripted(2)).when(revised).yields(splitEvent(2));
  given(created, scripted(1)).when(reviseScript(1)).yields();
});

test('a storyboard that the rule made follows its script, also back', (t) => {
  const { given } = spec(t);
  const revised = (n: number) => ({ ...reviseScript(n), storyboard: split(n) });
  const first = [created, scripted(1), splitEvent(1)];
  given(...first)
    .when(revised(1))
    .yields();
  given(...first)
    .when(revised(2))
    .yields(scripted(2), splitEvent(2));
  given(...first, scripted(2), splitEvent(2))
    .when(revised(1))
    .yields(scripted(1), splitEvent(1));
  // Nothing to draw: the storyboard waits for a script that has something.
  given(...first)
    .when(reviseScript(2))
    .yields(scripted(2));
  t.true(isStale(fold(...first, scripted(2))));
  given(...first, scripted(2))
    .when(revised(3))
    .yields(scripted(3), splitEvent(3));
});

test('a storyboard that a caller gave stays, and is stale', (t) => {
  const { given } = spec(t);
  const revised = { ...reviseScript(2), storyboard: split(2) };
  given(created, boarded(1)).when(revised).yields(scripted(2));
  given(created, scripted(1), boarded(1, 'rvs_s1')).when(revised).yields(scripted(2));
  given(created, scripted(1), splitEvent(1), boarded(3, 'rvs_s1')).when(revised).yields(scripted(2));
  t.true(isStale(fold(created, scripted(1), boarded(1, 'rvs_s1'), scripted(2))));
});

test('the storyboard moves, made from the script as it stands', (t) => {
  const { given } = spec(t);
  given(created).when(reviseStoryboard(1)).yields(boarded(1));
  given(created, boarded(1)).when(reviseStoryboard(1)).yields();
  given(created, scripted(1)).when(reviseStoryboard(1)).refuses('moved');
});

test('a caller that names a revision is refused when it is not the present one', (t) => {
  const { given } = spec(t);
  given(created, scripted(1)).when(reviseScript(2, 'rvs_s1')).yields(scripted(2));
  given(created, scripted(1)).when(reviseScript(2, 'rvs_s0')).refuses('revision_mismatch');
  given(created).when(reviseScript(2, 'rvs_s0')).refuses('revision_mismatch');
  given(created, boarded(1)).when(reviseStoryboard(2, 'rvs_b1')).yields(boarded(2));
  given(created, boarded(1)).when(reviseStoryboard(2, 'rvs_b0')).refuses('revision_mismatch');
  // The same call sent again: what it asked for is there.
  given(created, scripted(2)).when(reviseScript(2, 'rvs_s1')).yields();
  given(created, boarded(2)).when(reviseStoryboard(2, 'rvs_b1')).yields();
});

test('a script sent again does not undo a storyboard that came after it', (t) => {
  const { given } = spec(t);
  const revised = { ...reviseScript(2, 'rvs_s1'), storyboard: split(2) };
  given(created, scripted(1), scripted(2), splitEvent(2), boarded(3, 'rvs_s2')).when(revised).yields();
});

test('one job at a time holds the storyboard', (t) => {
  const { given } = spec(t);
  given(created).when(claim(1, 0)).yields(claimed(1));
  given(created, claimed(1)).when(claim(1, 0)).yields();
  given(created, claimed(1)).when(claim(2, 1)).refuses('storyboard_job_active', { jobId: 'job_1' });
  given(created, claimed(1), ended(1)).when(claim(2, 2)).yields(claimed(2));
  // A job that was refused may be claimed for again.
  given(created, claimed(1), ended(1, 'refused'))
    .when(claim(2, 2, { jobId: 'job_1' }))
    .yields(claimed(2, { jobId: 'job_1' }));
});

test('a claim holds only at the revision that its checks were made at', (t) => {
  const { given } = spec(t);
  given(created, scripted(1)).when(claim(1, 0)).refuses('moved');
  given(created).when(claim(1, 5)).refuses('moved');
  given(created, claimed(1), ended(1)).when(claim(1, 0)).refuses('moved');
});

test('claims are numbered from 1, without a gap', (t) => {
  const { given } = spec(t);
  for (const n of [0, 2]) given(created).when(claim(n, 0)).refuses('moved');
  for (const n of [1, 3]) given(created, claimed(1), ended(1)).when(claim(n, 2)).refuses('moved');
});

test('only the open claim is ended', (t) => {
  const { given } = spec(t);
  given(created, claimed(1)).when(end(1)).yields(ended(1));
  given(created, claimed(1)).when(end(2)).yields();
  given(created, claimed(1), ended(1, 'refused')).when(end(1)).yields();
  given(created, claimed(1), ended(1), claimed(2)).when(end(1)).yields();
});

test('of claims whose start was refused nothing is left but the number of the last', (t) => {
  const refused = Array.from({ length: 1_000 }, (_, index) => [claimed(index + 1), ended(index + 1, 'refused')]);
  t.deepEqual(fold(created, ...refused.flat()), { ...fold(created), lastClaim: 1_000 });
});

test('what the claims tell', (t) => {
  const next = { manifestHash: hashOf('next'), manifestPlanIds: ['pln_2'] };
  const first = [created, claimed(1), ended(1), claimed(2), ended(2, 'refused')];
  const then = [claimed(3, next), ended(3), claimed(4), ended(4), claimed(5, { manifestHash: hashOf('open') })];
  const state = fold(...first, ...then);
  t.is(openClaim(state)?.n, 5);
  t.deepEqual(
    state.claims.map(({ n }) => n),
    [1, 3, 4, 5],
  );
  t.deepEqual(generatedManifests(state), [
    { hash: hashOf('manifest'), planIds: ['pln_1'] },
    { hash: hashOf('next'), planIds: ['pln_2'] },
  ]);
  t.is(openClaim(fold(created)), undefined);
});

test('a storyboard is stale once the script has moved', (t) => {
  t.false(isStale(fold(created)));
  t.false(isStale(fold(created, scripted(1), boarded(1, 'rvs_s1'))));
  t.true(isStale(fold(created, scripted(1), boarded(1, 'rvs_s1'), scripted(2))));
  t.false(isStale(fold(created, scripted(1), boarded(1, 'rvs_s1'), scripted(2), scripted(1))));
  t.true(isStale(fold(created, boarded(1), scripted(1))));
});

test('revisions and repairs are named by their content', (t) => {
  const ids = [
    scriptRevisionId('prj_1', hashOf('a')),
    scriptRevisionId('prj_2', hashOf('a')),
    scriptRevisionId('prj_1', hashOf('b')),
    storyboardRevisionId('prj_1', hashOf('a'), null),
    storyboardRevisionId('prj_1', hashOf('a'), 'rvs_1'),
    repairPlanIdOf('pln_1', 1),
    repairPlanIdOf('pln_1', 2),
  ];
  t.is(new Set(ids).size, ids.length);
  t.is(projectStream('prj_1'), 'project-prj_1');
});
