/**
 * Review: decisions of people on frames. All decisions of a request or none, in one append, and nothing is ever spent
 * anew. Their effects (acceptance, debit of held credits, certificate) are rolled forward from the decisions.
 */
import { planDecider, type PlanRefusal, planStream } from '../../../commands/plan/decider.ts';
import { type ReviewDecision, reviewFrames, type ReviewFrames } from '../../../commands/plan/review-frames.ts';
import type { PlanState } from '../../../commands/plan/state.ts';
import type { ProjectState } from '../../../commands/project/state.ts';
import type { PlanEvent } from '../../../events/plan.ts';
import { decisionView, frameFacts, type Lifecycle, lifecycleOf } from '../../../projections/photo-sequence.ts';
import { assert, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { repeatedIn } from '../../kernel/repeated-in.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { type Body, ok, refused, type Refused, type Result } from '../calls/result.ts';
import type { CommandContext, Outcome } from '../log/command-handler.ts';
import { readPlan, readProject } from '../projects/project-gate.ts';
import { carryPlanOn } from '../reactions/carry-plan-on.ts';
import type { LastWritten } from '../reading/last-written.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { nowText, type Services } from '../services/services.ts';
import { factOf, jobsOfPlan, readStandings, type Standings } from '../work/storyboard/frame-facts.ts';
import { hasPlace, isOutdated, takeOver } from '../work/storyboard/take-over.ts';
import { sequenceFromStreams } from './sequence.ts';

export type Decision = {
  readonly frameIndex: number;
  readonly decision: 'accept' | 'repair';
  readonly note: string;
  readonly repairPromptAdditions?: readonly string[];
  readonly approveForTraining?: boolean;
};

type ReviewDeps = Pick<Services, 'commands' | 'artifacts' | 'clock' | 'ids' | 'logger'> &
  Pick<ReadSide, 'streams' | 'people'> & { readonly written: Pick<LastWritten, 'note'> };

export const createReview =
  (deps: ReviewDeps) =>
  async (caller: Caller, projectId: string, planId: string, decisions: readonly Decision[]): Promise<Result<Body>> => {
    const { commands, clock } = deps;
    const project = await readProject(commands, caller, projectId);
    if (project.kind === 'refused') return project;
    const plan = await readPlan(commands, caller, projectId, planId);
    if (plan.kind === 'refused') return plan;
    const misplaced = check(plan.value.state, decisions);
    if (misplaced !== undefined) return misplaced;
    const review = async (): Promise<Outcome<PlanState, PlanEvent, PlanRefusal> | Refused> => {
      // The plan's stream refuses a decision on a frame that has moved by the time of the append.
      const standings = await readStandings(commands, jobsOfPlan(project.value.state, planId, plan.value.state));
      const command = {
        type: 'ReviewFrames',
        decisions: await Promise.all(
          decisions.map(async (decision) => decided(deps, caller, plan.value.state, standings, decision)),
        ),
        decidedBy: caller.userKey,
        now: nowText(clock),
      } as const;
      const stopped = await takePlace(deps, project.value.state, plan.value.state, command, contextOf(caller));
      if (stopped !== undefined) return stopped;
      return commands.handle(planDecider, planStream(planId), command, contextOf(caller));
    };
    let outcome = await review();
    if (outcome.kind === 'refused' && 'refusal' in outcome && outcome.refusal.code === 'accept_pending') {
      await carryPlanOn(deps, planId, contextOf(caller));
      outcome = await review();
    }
    if (outcome.kind === 'refused') return 'code' in outcome ? outcome : refusalOf(outcome.refusal);
    await rollForward(deps, caller, planId);
    return ok({
      ok: true,
      planId,
      lifecycle: await lifecycleNow(deps, caller, planId),
      decisions: await inForce(deps, decisions, outcome.state),
    });
  };

/**
 * The first decision on a plan of a manifest that has generated nothing. It is decided in memory before, so that a
 * review that is refused moves nothing.
 */
const takePlace = async (
  deps: ReviewDeps,
  project: ProjectState,
  plan: PlanState,
  command: ReviewFrames,
  context: CommandContext,
): Promise<Refused | undefined> => {
  const { details } = plan;
  assert(details !== null, 'the plan was found');
  if (await hasPlace(deps, project, details)) return undefined;
  const over = plan.supersededBy !== null || (await isOutdated(deps, project, details));
  const decided = reviewFrames(command, over ? { ...plan, supersededBy: plan.supersededBy ?? LATER } : plan);
  if (decided.kind === 'refused') return refusalOf(decided.refusal);
  if (decided.events.length === 0 || (await takeOver(deps, details, context))) return undefined;
  return refused('plan_superseded', 'the plan that this one was made of has moved on: plan again');
};

/** Any later manifest. */
const LATER = 'later';

/**
 * Their form first (400), then their permission (409). Two decisions on a frame would be one append, each decided
 * without the other. An accept is paid, so this holds for every caller, and not only behind the gate.
 */
const check = ({ frames }: PlanState, decisions: readonly Decision[]): Refused | undefined => {
  const twice = new Set(repeatedIn(decisions.map(({ frameIndex }) => frameIndex)));
  const flaws = decisions.flatMap(({ frameIndex, note }, index) => {
    const of = `/decisions/${index}`;
    const known = frames[frameIndex] !== undefined;
    // A later plan carries the notes of all frames in one append.
    const long = Buffer.byteLength(JSON.stringify(note)) > limits.noteBytesMax;
    return [
      ...(long ? [{ pointer: `${of}/note`, message: 'is too long when it is written as JSON' }] : []),
      ...(known ? [] : [{ pointer: `${of}/frameIndex`, message: 'is no frame of this plan' }]),
      ...(known && twice.has(index) ? [{ pointer: `${of}/frameIndex`, message: 'must not come twice' }] : []),
    ];
  });
  const [first] = flaws;
  return first && refused('validation_failed', `${first.pointer} ${first.message}`, flaws);
};

/** With the additions stored: they are durable before the event that names them. */
const decided = async (
  { artifacts }: ReviewDeps,
  { workspaceId }: Caller,
  { frames }: PlanState,
  standings: Standings,
  { frameIndex, decision, note, repairPromptAdditions = [], approveForTraining = false }: Decision,
): Promise<ReviewDecision> => {
  const frame = frames[frameIndex];
  assert(frame !== undefined, 'a decision was checked to be on a frame of the plan');
  // An accept has nothing to add to a prompt.
  const additions = decision === 'repair' ? repairPromptAdditions : [];
  const additionsHash = additions.length === 0 ? null : await artifacts.put(workspaceId, additions);
  const fact = factOf(frame, standings.get(frame.requirementId));
  return { frameIndex, decision, note, additionsHash, approveForTraining, fact };
};

const messages = {
  plan_not_found: 'there is no such plan',
  plan_superseded: 'a later plan has generated, or was decided on: this one takes no more decisions',
  plan_certified: 'the plan is certified',
  review_expired: 'the review of this frame expired: repair it while it has attempts left, or plan again',
  repair_limit_reached: 'a frame has no attempt left: accept it, or plan again for a new quote',
  decision_limit_reached: 'this picture has its maximum of decisions: its accept is final, a repair is still taken',
  qa_report_missing: 'a frame has no score to decide on, or is being made anew',
} as const;

const refusalOf = ({ code, detail }: PlanRefusal): Refused => {
  if (code === 'accept_pending') {
    const pending = refused('qa_report_missing', 'an accept of this frame is being carried out: ask again', detail);
    return { ...pending, retryAfterSeconds: limits.pollAfterSeconds };
  }
  assert(code in messages, `a review was refused as ${code}`);
  const known = code as keyof typeof messages;
  return refused(known, messages[known], detail);
};

/** At once, so that the answer includes it. The supervisor repeats a failed step. */
const rollForward = async (deps: ReviewDeps, caller: Caller, planId: string): Promise<void> => {
  try {
    await carryPlanOn(deps, planId, contextOf(caller));
  } catch (error) {
    if (!isFault(error)) throw error;
    deps.logger.warn({ planId, err: error }, 'the effects of a review are left to the supervisor');
  }
};

/** Changes by another process meanwhile are in the answer, and so in its position. */
const lifecycleNow = async (deps: ReviewDeps, caller: Caller, planId: string): Promise<Lifecycle> => {
  const found = await sequenceFromStreams(deps, planId);
  assert(found !== undefined, 'the plan was found a moment ago');
  deps.written.note(caller, found.document.position);
  const { plan, jobs } = found.document.body;
  return lifecycleOf(plan, frameFacts(plan, jobs), jobs);
};

/** The decisions in force: of two equal ones, the first one counts. */
const inForce = async (
  { people }: ReviewDeps,
  decisions: readonly Decision[],
  { frames }: PlanState,
): Promise<readonly Body[]> => {
  const reviews = decisions.map(({ frameIndex }) => {
    const review = frames[frameIndex]?.review;
    assert(review, 'a frame that was decided on has a decision in force');
    return review;
  });
  const names = await people.namesOf(reviews.map(({ decidedBy }) => decidedBy));
  return reviews.map((review) => ({ frameIndex: review.frameIndex, ...decisionView(review, names) }));
};
