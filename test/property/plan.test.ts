import test from 'ava';
import { type PlanCommand, planDecider } from '../../commands/plan/decider.ts';
import { isAcceptedByPerson, type PlanFrame, type PlanState } from '../../commands/plan/state.ts';
import type { FrameFact } from '../../commands/plan/review-frames.ts';
import { accept } from '../../src/kernel/decider.ts';
import { testLaws } from '../support/property/law-tests.ts';
import { asking, folding, seeing, telling } from '../support/property/sabotage.ts';
import { laws, type PlanDecider, runOn } from './plan-laws.ts';
import { planWork } from './plan-steps.ts';

/** Decides one kind of command on another state. */
const forOne = (type: PlanCommand['type'], doctor: (state: PlanState) => Partial<PlanState>): PlanDecider =>
  seeing(planDecider, (state, command) => (command.type === type ? { ...state, ...doctor(state) } : state));

const framesFor = (type: PlanCommand['type'], change: (frame: PlanFrame) => Partial<PlanFrame>): PlanDecider =>
  forOne(type, ({ frames }) => ({ frames: frames.map((frame) => ({ ...frame, ...change(frame) })) }));

/** Decides on frames with other facts. */
const withFacts = (change: Partial<FrameFact>): PlanDecider =>
  asking(planDecider, (command) => {
    if (command.type !== 'ReviewFrames') return command;
    const decisions = command.decisions.map((one) => ({ ...one, fact: { ...one.fact, ...change } }));
    return { ...command, decisions };
  });

/** For each law a decider that breaks it. */
const sabotages: Readonly<Record<keyof typeof laws, Readonly<Record<string, PlanDecider>>>> = {
  preparedOnce: {
    'a plan that is prepared again': forOne('PreparePlan', () => ({ details: null })),
  },
  decisionsRestOnScores: {
    'a decision on what was sent to repair': framesFor('ReviewFrames', () => ({ review: null })),
    'a decision on what is not scored anew': framesFor('ReviewFrames', () => ({ repairJobId: null })),
    'a decision that comes too late': framesFor('ReviewFrames', () => ({ expired: false })),
    'a decision on what is under way': withFacts({ status: 'scored' }),
  },
  decisionsAreTakenTogether: {
    'a review that takes what it can': {
      ...planDecider,
      decide: (command, state, revision) => {
        if (command.type !== 'ReviewFrames') return planDecider.decide(command, state, revision);
        return accept(
          ...command.decisions.flatMap((one) => {
            const decision = planDecider.decide({ ...command, decisions: [one] }, state, revision);
            return decision.kind === 'accepted' ? decision.events : [];
          }),
        );
      },
    },
  },
  certifiedByPersons: {
    'a certificate for what was sent to repair': framesFor('CertifyPlan', ({ review }) =>
      review?.assetHash ? { review: { ...review, decision: 'accept' } } : {},
    ),
    'a certificate for what the scorer alone accepted': framesFor('CertifyPlan', ({ carried }) => ({
      carried: carried && {
        ...carried,
        decision: { decision: 'accept', note: '', decidedBy: 'scorer', decidedAt: '2026-03-01T09:00:00.000Z' },
      },
    })),
    'a certificate for the frames that are accepted': forOne('CertifyPlan', ({ frames }) => ({
      frames: frames.filter(isAcceptedByPerson),
    })),
  },
  supersededIsClosed: {
    'a superseded plan that takes decisions': forOne('ReviewFrames', () => ({ supersededBy: null })),
    'a superseded plan that takes a repair': forOne('PlanRepair', () => ({ supersededBy: null })),
    'a superseded plan that is certified': forOne('CertifyPlan', () => ({ supersededBy: null })),
    'a superseded plan whose reviews expire': forOne('ExpireReview', () => ({ supersededBy: null })),
  },
  certifiedIsClosed: {
    'a certified plan that takes decisions': forOne('ReviewFrames', () => ({ certified: false })),
    'a certified plan whose frames are repaired': framesFor('PlanRepair', () => ({ review: null, carried: null })),
  },
  repairsSpareTheAccepted: {
    'a repair of what a person accepted': framesFor('PlanRepair', () => ({ review: null, carried: null })),
    'a repair that is planned each time': forOne('PlanRepair', () => ({ lastRepair: 0 })),
  },
  repairsHeedWords: {
    'a repair of what was sent to repair in other words': framesFor('PlanRepair', ({ review }) =>
      review?.decision === 'repair' ? { review: null } : {},
    ),
  },
  supersededAsKnown: {
    'a plan that is superseded wherever it stands': {
      ...planDecider,
      decide: (command, state, revision) =>
        planDecider.decide(command, state, command.type === 'SupersedePlan' ? command.knownRevision : revision),
    },
  },
  onlyTheUndecidedExpires: {
    'a decision that expires': framesFor('ExpireReview', () => ({ review: null })),
    'a wait that expires for an earlier job': framesFor('ExpireReview', () => ({ repairJobId: null })),
  },
  repairsHaveAnAttempt: {
    'repairs without end': withFacts({ attemptsUsed: 0 }),
  },
  repairsAreCounted: {
    'a repair that is not counted': folding(planDecider, (after, { type }) => {
      const uncounted = after.frames.map((frame) => ({ ...frame, repairsByPerson: 0 }));
      return type === 'RepairPlanned' ? { ...after, frames: uncounted } : after;
    }),
  },
  eventsCanBeStored: {
    'a certificate without an asset': telling(planDecider, (event) =>
      event.type === 'PlanCertified'
        ? {
            ...event,
            data: { ...event.data, frames: event.data.frames.map((frame) => ({ ...frame, assetHash: '' })) },
          }
        : event,
    ),
  },
  repeatsYieldNothing: {
    'a decision that is recorded each time': framesFor('ReviewFrames', () => ({ review: null })),
    'an end that is recorded each time': forOne('CertifyPlan', () => ({ certified: false })),
  },
};

testLaws(test, {
  name: 'plan',
  decider: planDecider,
  work: planWork,
  runOn,
  laws,
  sabotages,
  // `plan_not_found` cannot be reached here: the first command of all prepares the plan.
  reaches: `FrameCarried FrameReviewExpired FrameReviewed PlanCertified PlanPrepared PlanReplaced PlanSuperseded
    RepairPlanned accept_pending not_all_accepted plan_certified plan_moved plan_superseded qa_report_missing
    repair_limit_reached review_expired`,
  runs: 500,
});
