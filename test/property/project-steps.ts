/** Random work on one project: revisions and claims, early, late, repeated or hostile. */
import fc from 'fast-check';
import type { ProjectCommand } from '../../commands/project/decider.ts';
import type { IfMatch } from '../../src/kernel/if-match.ts';
import type { ProjectState } from '../../commands/project/state.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import { claimOf, hashOf } from '../support/jobs/builders.ts';
import type { Seen } from '../support/property/decider-run.ts';
import { weighted } from '../support/property/weighted.ts';

const few = fc.nat({ max: 2 });
/** The caller's expected revision: none, the present one, or another. */
const ifMatch = fc.constantFrom('none', 'none', 'present', 'any', 'stale');

const step = fc.oneof(
  weighted(1, { kind: 'create', script: fc.option(few), storyboard: fc.option(few) }),
  weighted(3, { kind: 'script', n: few, split: fc.boolean(), ifMatch }),
  weighted(3, { kind: 'storyboard', n: few, madeFrom: fc.option(few, { freq: 2 }), ifMatch }),
  weighted(5, {
    kind: 'claim',
    job: fc.nat({ max: 3 }),
    moved: fc.nat({ max: 3 }).map((n) => (n === 3 ? 1 : 0)),
    n: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.nat({ max: 4 })),
  }),
  weighted(4, {
    kind: 'end',
    n: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, fc.nat({ max: 4 })),
    outcome: fc.constantFrom('finished', 'refused'),
  }),
  weighted(2, {
    kind: 'take over',
    manifest: fc.nat({ max: 2 }),
    moved: fc.nat({ max: 3 }).map((n) => (n === 3 ? 1 : 0)),
  }),
  /** A command of before, delivered once more. */
  weighted(2, { kind: 'repeat', which: fc.nat({ max: 30 }) }),
);

export type ProjectStep = typeof step extends fc.Arbitrary<infer T> ? T : never;

export const projectWork = fc.array(step, { maxLength: 30, size: 'max' });

/** The command of a step; undefined where it names nothing that is there. */
export const commandOf = (
  step: ProjectStep,
  { state, past, revision }: Seen<ProjectState, ProjectCommand>,
): ProjectCommand | undefined => {
  switch (step.kind) {
    case 'create': {
      const script = step.script === null ? null : scriptOf(step.script);
      const storyboard = step.storyboard === null ? null : storyboardOf(step.storyboard, script?.revisionId ?? null);
      return { type: 'CreateProject', workspaceId: 'ws_1', name: 'Harbour', script, storyboard };
    }
    case 'script': {
      const script = scriptOf(step.n);
      const storyboard = step.split ? { ...storyboardOf(step.n, script.revisionId), followsScript: true } : null;
      return { type: 'ReviseScript', script, storyboard, ifMatch: believed(step.ifMatch, state.script) };
    }
    case 'storyboard': {
      const present = state.script?.revisionId ?? null;
      const storyboard = storyboardOf(step.n, step.madeFrom === null ? present : `rvs_s${step.madeFrom}`);
      return { type: 'ReviseStoryboard', storyboard, ifMatch: believed(step.ifMatch, state.storyboard) };
    }
    case 'claim': {
      const n = step.n ?? state.lastClaim + 1;
      const manifestHash = hashOf(`manifest ${step.job % 2}`);
      const checkedAt = revision === 'none' ? revision : revision + step.moved;
      return { type: 'ClaimGeneration', checkedAt, claim: claimOf(n, { jobId: `job_${step.job}`, manifestHash }) };
    }
    case 'take over': {
      const manifestHash = hashOf(`manifest ${step.manifest}`);
      const checkedAt = revision === 'none' ? revision : revision + step.moved;
      return { type: 'TakeOver', checkedAt, manifestHash, manifestPlanIds: [`pln_${step.manifest}`] };
    }
    case 'end':
      return { type: 'EndGeneration', n: step.n ?? state.lastClaim, outcome: step.outcome };
    case 'repeat':
      return past[step.which];
    default:
      return assertNever(step);
  }
};

const scriptOf = (n: number) => ({ revisionId: `rvs_s${n}`, artifactHash: hashOf(`script ${n}`), chars: n });

const storyboardOf = (n: number, scriptRevisionId: string | null) => ({
  revisionId: `rvs_b${n}_${scriptRevisionId}`,
  artifactHash: hashOf(`storyboard ${n}`),
  frameCount: 2,
  scriptRevisionId,
});

const believed = (
  belief: 'none' | 'present' | 'any' | 'stale',
  present: { readonly revisionId: string } | null,
): IfMatch => {
  if (belief === 'stale') return ['rvs_stale'];
  if (belief === 'any') return belief;
  return belief === 'present' && present !== null ? ['rvs_stale', present.revisionId] : null;
};
