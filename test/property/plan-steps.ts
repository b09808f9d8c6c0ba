/** Random work on one plan of three frames: decisions, repairs and ends, early, late, repeated or hostile. */
import fc from 'fast-check';
import type { PlanCommand } from '../../commands/plan/decider.ts';
import type { FrameFact } from '../../commands/plan/review-frames.ts';
import type { CarriedFrame, PlanState } from '../../commands/plan/state.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import { assetOf, at, evidenceOf, hashOf, planDetailsOf } from '../support/jobs/builders.ts';
import type { Seen } from '../support/property/decider-run.ts';
import { weighted } from '../support/property/weighted.ts';

export const FRAMES = 3;
export const details = planDetailsOf({ frames: FRAMES });

const frame = fc.nat({ max: FRAMES - 1 });
const job = fc.nat({ max: 4 });

/** Hashes of words for the next attempt; mostly none. */
const WORDS = [null, null, hashOf('Ada smiles')] as const;

const decision = fc.record({
  frameIndex: frame,
  decision: fc.constantFrom('accept', 'accept', 'repair'),
  note: fc.constantFrom('good', 'the sky is too dark'),
  /** Mostly a frame that can be decided on. */
  status: fc.constantFrom<FrameFact['status'][]>('scored', 'waiting', 'scored', 'waiting', 'under_way', 'not_scored'),
  /** 0: the job of the frame. */
  job: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, job),
  picture: fc.option(fc.nat({ max: 1 }), { freq: 8 }),
  attemptsUsed: fc.nat({ max: 5 }),
  words: fc.constantFrom(...WORDS),
});

const step = fc.oneof(
  weighted(1, {
    kind: 'prepare',
    carried: fc.array(fc.constantFrom('none', 'scorer', 'person'), { minLength: FRAMES, maxLength: FRAMES }),
  }),
  weighted(8, {
    kind: 'review',
    decisions: fc.uniqueArray(decision, { minLength: 1, maxLength: FRAMES, selector: (one) => one.frameIndex }),
  }),
  weighted(2, { kind: 'expire', frame, job }),
  weighted(3, {
    kind: 'repair',
    n: fc.nat({ max: 4 }),
    frames: fc.uniqueArray(frame),
    words: fc.constantFrom(...WORDS),
  }),
  weighted(1, {
    kind: 'supersede',
    by: fc.nat({ max: 1 }),
    byJob: fc.boolean(),
    stale: fc.boolean(),
  }),
  weighted(3, { kind: 'certify', known: fc.boolean() }),
  /** A command of before, delivered once more. */
  weighted(2, { kind: 'repeat', which: fc.nat({ max: 30 }) }),
);

export type PlanStep = typeof step extends fc.Arbitrary<infer T> ? T : never;

export const planWork = fc.array(step, { maxLength: 30, size: 'max' });

/** The command of a step; undefined where it names nothing that is there. */
export const commandOf = (step: PlanStep, { state, past, revision }: Seen<PlanState, PlanCommand>) =>
  state.details === null && step.kind !== 'prepare' && step.kind !== 'repeat'
    ? PREPARE
    : made(step, state, past, revision === 'none' ? 0 : revision);

const PREPARE: PlanCommand = { type: 'PreparePlan', details, carried: new Map() };

const made = (
  step: PlanStep,
  state: PlanState,
  past: readonly PlanCommand[],
  revision: number,
): PlanCommand | undefined => {
  switch (step.kind) {
    case 'prepare':
      return { ...PREPARE, carried: new Map(step.carried.flatMap((by, index) => carriedOf(by, index))) };
    case 'review':
      return {
        type: 'ReviewFrames',
        decisions: step.decisions.map((one) => decisionOf(state, one)),
        decidedBy: 'user_1',
        now: at(),
      };
    case 'expire':
      return { type: 'ExpireReview', requirementId: `req_${step.frame}`, jobId: `job_${step.job}` };
    case 'repair': {
      const tasks = step.frames.map((index) => ({ taskId: `req_${index}`, additionsHash: step.words }));
      return { type: 'PlanRepair', repairPlanId: `rpl_${step.n}`, n: step.n, jobId: `job_${step.n}`, tasks };
    }
    case 'supersede': {
      const by = { byManifestHash: hashOf(`manifest ${step.by}`), byJobId: step.byJob ? 'job_9' : null };
      return { type: 'SupersedePlan', ...by, knownRevision: step.stale ? revision - 1 : revision, jobs: [] };
    }
    case 'certify':
      return { type: 'CertifyPlan', now: at(), evidence: step.known ? evidenceIn(state) : new Map() };
    case 'repeat':
      return past[step.which];
    default:
      return assertNever(step);
  }
};

const evidenceIn = ({ frames }: PlanState) =>
  new Map(
    frames.flatMap(({ requirementId, review }) => {
      const assetHash = review?.assetHash ?? null;
      return assetHash === null ? [] : [[requirementId, { assetHash, evidence: evidenceOf('pass') }] as const];
    }),
  );

const carriedOf = (by: 'none' | 'scorer' | 'person', index: number): readonly (readonly [string, CarriedFrame])[] => {
  if (by === 'none') return [];
  const decision = { decision: 'accept', note: 'kept', decidedBy: 'user_2', decidedAt: at() } as const;
  const carried = { asset: assetOf(`carried-${index}`), evidence: evidenceOf('pass'), acceptedBy: by };
  return [[`req_${index}`, { ...carried, decision: by === 'person' ? decision : null }]];
};

type Decision = typeof decision extends fc.Arbitrary<infer T> ? T : never;

const decisionOf = (state: PlanState, { status, job, picture, attemptsUsed, words, ...rest }: Decision) => {
  const { repairJobId = null, carried = null } = state.frames[rest.frameIndex] ?? {};
  const own = repairJobId ?? (carried === null ? 'job_1' : null);
  const jobId = job === 0 ? own : `job_${job}`;
  const made = picture === null ? null : hashOf(`${jobId}-${rest.frameIndex}-${picture}`);
  const assetHash = jobId === null ? (carried?.asset.hash ?? null) : made;
  const additionsHash = rest.decision === 'repair' ? words : null;
  return { ...rest, additionsHash, approveForTraining: false, fact: { status, assetHash, jobId, attemptsUsed } };
};
