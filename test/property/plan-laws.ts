/** Laws of any work on a plan, checked on its events alone; each law throws when it is broken. */
import { deepStrictEqual as same, ok } from 'node:assert/strict';
import type { PlanCommand, planDecider, PlanRefusal } from '../../commands/plan/decider.ts';
import type { PlanState } from '../../commands/plan/state.ts';
import type { PlanEvent } from '../../events/plan.ts';
import {
  eventsCanBeStored,
  type Laws,
  repeatsYieldNothing,
  type Run,
  runChoices,
  type Step,
} from '../support/property/decider-run.ts';
import { commandOf, details, FRAMES, type PlanStep } from './plan-steps.ts';

export type PlanDecider = typeof planDecider;
type PlanRun = Run<PlanState, PlanCommand, PlanEvent, PlanRefusal>;

export const runOn = (decider: PlanDecider, steps: readonly PlanStep[]): PlanRun =>
  runChoices(decider, steps, commandOf);

/** A frame as a reader of the log would keep it, without the decider's help. */
type Told = {
  /** The asset that a person accepted and no repair has unfrozen since. */
  accepted: string | null;
  sentToRepair: boolean;
  /** Those that it was sent to repair with. */
  words: string | null;
  decided: boolean;
  repairJob: string | null;
  expired: boolean;
  repairs: number;
};

type Story = {
  readonly frames: readonly Told[];
  superseded: boolean;
  certified: boolean;
  readonly repairs: Set<string>;
};

const NOTHING: Told = {
  accepted: null,
  sentToRepair: false,
  words: null,
  decided: false,
  repairJob: null,
  expired: false,
  repairs: 0,
};

/** Tells the story, and shows each event to `look` before it is told. */
const tell = (
  run: PlanRun,
  look: (event: PlanEvent, story: Story, step: Step<PlanState, PlanCommand, PlanEvent>) => void = () => undefined,
): Story => {
  const frames = Array.from({ length: FRAMES }, () => ({ ...NOTHING }));
  const story: Story = { frames, superseded: false, certified: false, repairs: new Set() };
  for (const step of run.steps) {
    for (const event of step.events) {
      look(event, story, step);
      follow(story, event);
    }
  }
  return story;
};

/** By a generation, or by a decision. */
const isEnd = ({ type }: PlanEvent): boolean => type === 'PlanSuperseded' || type === 'PlanReplaced';

const follow = (story: Story, event: PlanEvent): void => {
  if (isEnd(event)) story.superseded = true;
  if (event.type === 'PlanCertified') story.certified = true;
  if (event.type === 'RepairPlanned') {
    story.repairs.add(event.data.repairPlanId);
    for (const requirementId of event.data.requirementIds) {
      const told = frameOf(story, Number(requirementId.slice('req_'.length)));
      Object.assign(told, { ...NOTHING, repairs: told.repairs, repairJob: event.data.jobId });
    }
  }
  if (!('frameIndex' in event.data)) return;
  const told = frameOf(story, event.data.frameIndex);
  if (event.type === 'FrameCarried' && event.data.decision !== null) told.accepted = event.data.asset.hash;
  if (event.type === 'FrameReviewExpired') told.expired = true;
  if (event.type !== 'FrameReviewed') return;
  const repair = event.data.decision === 'repair';
  told.decided = true;
  told.sentToRepair = repair;
  told.words = event.data.additionsHash;
  told.accepted = repair ? null : event.data.assetHash;
  told.repairs += repair ? 1 : 0;
};

const frameOf = ({ frames }: Story, index: number): Told => {
  const told = frames[index];
  ok(told !== undefined);
  return told;
};

const preparedOnce = (run: PlanRun): void => {
  const events = run.steps.flatMap((step) => step.events);
  for (const [index, { type }] of events.entries()) same(type === 'PlanPrepared', index === 0);
};

/** A decision rests on a score, of the last repair where there was one; sent to repair means: not until then. */
const decisionsRestOnScores = (run: PlanRun): void => {
  tell(run, (event, story, { command }) => {
    if (event.type !== 'FrameReviewed') return;
    const { frameIndex, assetHash, jobId, decision } = event.data;
    const told = frameOf(story, frameIndex);
    ok(!told.sentToRepair, 'a decision on what was sent to repair');
    ok(!told.expired, 'a decision on what has expired');
    ok(told.repairJob === null || told.repairJob === jobId, 'a decision on what is not scored anew');
    ok(decision === 'repair' || assetHash !== null, 'an accept of nothing');
    ok(command.type === 'ReviewFrames');
    const { fact } = command.decisions.find((one) => one.frameIndex === frameIndex) ?? {};
    ok(fact?.status === 'scored' || fact?.status === 'waiting', `a decision on what is ${fact?.status}`);
  });
};

const decisionsAreTakenTogether = (run: PlanRun): void => {
  for (const { command, after, refusal } of run.steps) {
    if (command.type !== 'ReviewFrames' || refusal !== null) continue;
    for (const { frameIndex, decision, note } of command.decisions) {
      const review = after.frames[frameIndex]?.review;
      same([review?.decision, review?.note], [decision, note], 'a decision that was not taken');
    }
  }
};

/** Certified means: a person has accepted every frame, and the certificate names just those assets. */
const certifiedByPersons = (run: PlanRun): void => {
  tell(run, (event, { frames }) => {
    if (event.type !== 'PlanCertified') return;
    const named = event.data.frames.map(({ frameIndex, requirementId, assetHash }) => [
      frameIndex,
      requirementId,
      assetHash,
    ]);
    const expected = frames.map(({ accepted }, index) => [index, details.frames[index]?.requirementId, accepted]);
    same(named, expected);
  });
};

const supersededIsClosed = (run: PlanRun): void => {
  tell(run, (event, { superseded }) => {
    ok(!superseded || isEnd(event), `${event.type} on a superseded plan`);
  });
};

/** Nothing of a certified plan changes; a repair that comes too late finds nothing left. */
const certifiedIsClosed = (run: PlanRun): void => {
  tell(run, (event, { certified }) => {
    const empty = event.type === 'RepairPlanned' && event.data.requirementIds.length === 0;
    ok(!certified || isEnd(event) || empty, `${event.type} on a certified plan`);
  });
};

const repairsSpareTheAccepted = (run: PlanRun): void => {
  tell(run, (event, story) => {
    if (event.type !== 'RepairPlanned') return;
    ok(!story.repairs.has(event.data.repairPlanId), 'a repair is planned again');
    for (const requirementId of event.data.requirementIds) {
      same(frameOf(story, Number(requirementId.slice('req_'.length))).accepted, null, 'an accepted frame is repaired');
    }
  });
};

/** The job of a repair has the words that its frames were sent to repair with. */
const repairsHeedWords = (run: PlanRun): void => {
  tell(run, (event, story, { command }) => {
    if (event.type !== 'RepairPlanned' || command.type !== 'PlanRepair') return;
    for (const { taskId, additionsHash } of command.tasks) {
      const { sentToRepair, words } = frameOf(story, Number(taskId.slice('req_'.length)));
      const isTaken = event.data.requirementIds.includes(taskId);
      ok(!isTaken || !sentToRepair || words === additionsHash, 'words are lost');
    }
  });
};

/** Superseded only where the caller knew the plan's revision. */
const supersededAsKnown = (run: PlanRun): void => {
  tell(run, (event, _, { command, revision }) => {
    if (isEnd(event)) ok(command.type === 'SupersedePlan' && command.knownRevision === revision);
  });
};

const onlyTheUndecidedExpires = (run: PlanRun): void => {
  tell(run, (event, story) => {
    if (event.type !== 'FrameReviewExpired') return;
    const told = frameOf(story, event.data.frameIndex);
    ok(!told.decided && !told.expired, 'what was decided expires');
    ok(told.repairJob === null || told.repairJob === event.data.jobId, 'the wait for an earlier job expires');
  });
};

/** The ladder makes three, a person opens two more: a repair has one of them left. */
const repairsHaveAnAttempt = (run: PlanRun): void => {
  tell(run, (event, story, { command }) => {
    if (event.type !== 'FrameReviewed' || event.data.decision !== 'repair') return;
    ok(command.type === 'ReviewFrames');
    const { fact } = command.decisions.find((one) => one.frameIndex === event.data.frameIndex) ?? {};
    const opened = Math.min(frameOf(story, event.data.frameIndex).repairs + 1, 2);
    ok((fact?.attemptsUsed ?? 0) < 3 + opened, 'sent to a repair that no attempt is left for');
  });
};

const repairsAreCounted = (run: PlanRun): void => {
  const { frames } = tell(run);
  if (run.state.details === null) return;
  same(
    run.state.frames.map(({ repairsByPerson }) => repairsByPerson),
    frames.map(({ repairs }) => repairs),
  );
};

export const laws = {
  preparedOnce,
  decisionsRestOnScores,
  decisionsAreTakenTogether,
  certifiedByPersons,
  supersededIsClosed,
  certifiedIsClosed,
  repairsSpareTheAccepted,
  repairsHeedWords,
  supersededAsKnown,
  onlyTheUndecidedExpires,
  repairsHaveAnAttempt,
  repairsAreCounted,
  eventsCanBeStored,
  repeatsYieldNothing,
} satisfies Laws<PlanRun>;
