import { closePeriod, projectDecider } from '../../../commands/project/decider.ts';
import { isCurrent, isStale, jobsOfManifest } from '../../../commands/project/state.ts';
import {
  generationClaimed,
  generationEnded,
  projectCreated,
  type ProjectEvent,
  projectPeriodClosed,
  scriptRevised,
  storyboardRevised,
} from '../../../events/project.ts';
import { canonicalJson } from '../../../src/kernel/canonical-json.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { deciderTest } from '../../spec/decider-spec.ts';
import { claimOf, hashOf } from '../../support/jobs/builders.ts';

const test = deciderTest(projectDecider);
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

type ClosedProject = Parameters<typeof projectPeriodClosed>[0];

const create = { type: 'CreateProject', workspaceId: 'ws_1', name: 'Harbour', script: null, storyboard: null } as const;
const claim = (n: number, checkedAt: number, rest: Parameters<typeof claimOf>[1] = {}) =>
  ({ type: 'ClaimGeneration', checkedAt, claim: claimOf(n, rest) }) as const;
const end = (n: number) => ({ type: 'EndGeneration', n, outcome: 'finished' }) as const;
const named = (one: string | null) => (one === null || one === 'any' || one === 'none' ? one : [one]);
const reviseScript = (n: number, ifMatch: string | null = null) =>
  ({ type: 'ReviseScript', script: script(n), storyboard: null, ifMatch: named(ifMatch) }) as const;
const reviseStoryboard = (n: number, ifMatch: string | null = null) =>
  ({ type: 'ReviseStoryboard', storyboard: storyboard(n), ifMatch: named(ifMatch) }) as const;

test('a project is created once, with what the caller brought', (given) => {
  given().accepts(create, created);
  given().accepts(
    { ...create, script: script(1), storyboard: storyboard(1, 'rvs_s1') },
    created,
    scripted(1),
    boarded(1, 'rvs_s1'),
  );
  given(created).accepts({ ...create, name: 'Another' });
});

/** As the rule makes it of script `n`. */
const split = (n: number) => ({ ...storyboard(n, `rvs_s${n}`), followsScript: true });
const splitEvent = (n: number) => {
  const { revisionId, ...rest } = split(n);
  return storyboardRevised({ storyboardRevisionId: revisionId, ...rest });
};

test('the script moves; what is split from it comes along where there is no storyboard', (given) => {
  given(created).accepts(reviseScript(1), scripted(1));
  const revised = { ...reviseScript(2), storyboard: split(2) };
  given(created, scripted(1)).accepts(revised, scripted(2), splitEvent(2));
  given(created, scripted(2)).accepts(revised, splitEvent(2));
  given(created, scripted(1)).accepts(reviseScript(1));
});

test('the storyboard is revised, made from the current script', (given) => {
  given(created).accepts(reviseStoryboard(1), boarded(1));
  given(created, boarded(1)).accepts(reviseStoryboard(1));
  given(created, scripted(1)).refuses(reviseStoryboard(1), 'moved');
});

test('a storyboard of the rule that a caller puts as it is follows no script any more', (given) => {
  const put = { type: 'ReviseStoryboard', storyboard: storyboard(1, 'rvs_s1'), ifMatch: null } as const;
  const byRule = [created, scripted(1), splitEvent(1)];
  given(...byRule).accepts(put, boarded(1, 'rvs_s1'));
  given(...byRule, boarded(1, 'rvs_s1')).accepts(put);
  given(...byRule).refuses({ ...put, ifMatch: ['rvs_b0'] }, 'revision_mismatch');
  given(...byRule, boarded(1, 'rvs_s1')).accepts({ ...reviseScript(2), storyboard: split(2) }, scripted(2));
});

test('a caller that names a revision is refused when it is not the present one', (given) => {
  given(created, scripted(1)).accepts(reviseScript(2, 'rvs_s1'), scripted(2));
  given(created, scripted(1)).refuses(reviseScript(2, 'rvs_s0'), 'revision_mismatch');
  given(created, scripted(1)).accepts(reviseScript(2, 'any'), scripted(2));
  for (const one of ['rvs_s0', 'any']) given(created).refuses(reviseScript(2, one), 'revision_mismatch');
  given(created, boarded(1)).accepts(reviseStoryboard(2, 'rvs_b1'), boarded(2));
  given(created, boarded(1)).refuses(reviseStoryboard(2, 'rvs_b0'), 'revision_mismatch');
  // It believes that there is none.
  given(created).accepts(reviseScript(1, 'none'), scripted(1));
  given(created).accepts(reviseStoryboard(1, 'none'), boarded(1));
  given(created, scripted(1)).refuses(reviseScript(2, 'none'), 'revision_mismatch');
  given(created, boarded(1)).refuses(reviseStoryboard(2, 'none'), 'revision_mismatch');
  // The same call sent again: what it asked for is there.
  given(created, scripted(2)).accepts(reviseScript(2, 'rvs_s1'));
  given(created, boarded(2)).accepts(reviseStoryboard(2, 'rvs_b1'));
});

test('one job at a time holds the storyboard', (given) => {
  given(created).accepts(claim(1, 0), claimed(1));
  given(created, claimed(1)).accepts(claim(1, 0));
  given(created, claimed(1)).refuses(claim(2, 1), 'storyboard_job_active', { jobId: 'job_1' });
  given(created, claimed(1), ended(1)).accepts(claim(2, 2), claimed(2));
  // A job that was refused may be claimed for again.
  given(created, claimed(1), ended(1, 'refused')).accepts(
    claim(2, 2, { jobId: 'job_1' }),
    claimed(2, { jobId: 'job_1' }),
  );
});

test('of claims whose start was refused nothing is left but the number of the last', (_, t) => {
  const refused = Array.from({ length: 1_000 }, (_, index) => [claimed(index + 1), ended(index + 1, 'refused')]);
  t.deepEqual(fold(created, ...refused.flat()), { ...fold(created), lastClaim: 1_000, revision: 2_000 });
});

test('the claims tell the holder of the storyboard, and the last generation', (_, t) => {
  const next = { manifestHash: hashOf('next'), manifestPlanIds: ['pln_2', 'pln_3'], planId: 'pln_2' };
  const first = [created, claimed(1), ended(1), claimed(2), ended(2, 'refused'), claimed(3), ended(3)];
  const before = fold(...first);
  t.is(before.open, null);
  t.deepEqual(before.generated, {
    manifestHash: hashOf('manifest'),
    planIds: ['pln_1'],
    jobs: [
      { n: 1, jobId: 'job_1', planId: 'pln_1' },
      { n: 3, jobId: 'job_3', planId: 'pln_1' },
    ],
  });
  t.true(isCurrent(before, hashOf('manifest'), 0));
  t.true(isCurrent(before, hashOf('planned now'), 2));
  t.false(isCurrent(before, hashOf('planned before'), 1));
  const during = fold(...first, claimed(4, next));
  t.is(during.open?.n, 4);
  t.deepEqual(during.generated, before.generated, 'until the next one has generated to an end');
  t.like(jobsOfManifest(during, hashOf('next')), [{ n: 4, jobId: 'job_4' }]);
  t.is(jobsOfManifest(during, hashOf('manifest')).length, 2);
  const after = fold(...first, claimed(4, next), ended(4));
  t.deepEqual(after.generated, {
    manifestHash: hashOf('next'),
    planIds: ['pln_2', 'pln_3'],
    jobs: [{ n: 4, jobId: 'job_4', planId: 'pln_2' }],
  });
  t.is(after.generations, 3);
  t.deepEqual(jobsOfManifest(after, hashOf('manifest')), []);
  t.false(isCurrent(after, hashOf('manifest'), 0));
});

test('a plan has so many jobs and no more; others of its manifest have theirs', (given) => {
  const jobs = (count: number) =>
    Array.from({ length: count }, (_, index) => [claimed(index + 1), ended(index + 1)]).flat();
  const max = limits.jobsPerPlanMax;
  given(created, jobs(max - 1)).accepts(claim(max, 2 * max - 2), claimed(max));
  const next = claim(max + 1, 2 * max);
  given(created, jobs(max)).refuses(next, 'too_many_jobs');
  for (const other of [{ planId: 'pln_2' }, { manifestHash: hashOf('next') }]) {
    given(created, jobs(max)).accepts({ ...next, claim: { ...next.claim, ...other } }, claimed(max + 1, other));
  }
});

const PERIOD = limits.projectPeriodEvents;

test('so many events close a period, and a cold start begins there', (given, t) => {
  const generated = [scripted(1), splitEvent(1), claimed(1), ended(1), claimed(2, { manifestHash: hashOf('next') })];
  const moves = Array.from({ length: PERIOD - generated.length - 2 }, (_, n) => scripted(n + 2));
  given(created, generated, moves).leadsTo(end(2), (after, events) => {
    t.deepEqual(events[0], ended(2));
    t.deepEqual(events[1], projectPeriodClosed(after as ClosedProject));
    t.is(after.revision, PERIOD);
    t.is(after.revised, PERIOD - 2);
    t.like(after, { generations: 2, lastClaim: 2, open: null, generated: { manifestHash: hashOf('next') } });
  });
});

test('the end of a period fits one event, whatever generated last', (_, t) => {
  const id = (prefix: string, n: number) => `${prefix}_${`${n}`.padStart(26, 'x')}`;
  const ids = Array.from({ length: limits.framesMax }, (_, n) => id('req', n));
  const planIds = Array.from({ length: limits.plansPerManifestMax }, (_, n) => id('pln', n));
  const open = claimOf(Number.MAX_SAFE_INTEGER, {
    requested: ids,
    requirementIds: ids,
    manifestPlanIds: planIds,
    supersedes: planIds.map((planId) => ({ planId, revision: 1_000_000 })),
  });
  const jobs = planIds.flatMap((planId) =>
    Array.from({ length: limits.jobsPerPlanMax }, (_, n) => ({
      n: Number.MAX_SAFE_INTEGER,
      jobId: id('job', n),
      planId,
    })),
  );
  const state = { ...fold(created, scripted(1), splitEvent(1)), open, generations: 1, lastClaim: 1 };
  const closed = closePeriod({ ...state, generated: { manifestHash: hashOf('m'), planIds, jobs } }, 1_000_000);
  const bytes = closed === undefined ? 0 : canonicalJson(closed.data).length;
  t.log(`${bytes} of ${limits.eventBytesMax} bytes`);
  t.true(bytes > 0 && bytes < 0.9 * limits.eventBytesMax);
});

test('a storyboard is stale once the script has moved', (_, t) => {
  t.false(isStale(fold(created)));
  t.false(isStale(fold(created, scripted(1), boarded(1, 'rvs_s1'))));
  t.true(isStale(fold(created, scripted(1), boarded(1, 'rvs_s1'), scripted(2))));
  t.false(isStale(fold(created, scripted(1), boarded(1, 'rvs_s1'), scripted(2), scripted(1))));
  t.true(isStale(fold(created, boarded(1), scripted(1))));
});
