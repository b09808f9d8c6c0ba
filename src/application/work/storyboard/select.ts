/** Selects the requirements of a generate call and checks them, in a fixed order, on the state of the streams. Pure. */
import { generationJobId } from '../../../../commands/job/decider.ts';
import { isCurrent, isStale, isUsedUp, type PlanJob, type ProjectState } from '../../../../commands/project/state.ts';
import { limits } from '../../../kernel/limits.ts';
import { refused, type Refused } from '../../calls/result.ts';
import { type Stand, type Standing, type Standings, standUnder } from './frame-facts.ts';
import { type Manifest, type ManifestRequirement, partOf } from './manifest.ts';
import { planIdsOf } from './plan-storyboard.ts';

export type Selection = {
  /** Requirement ids as the caller named them; null for the manifest's next part. */
  readonly requested: readonly string[] | null;
  /** Only this part of the manifest (the reference paid call); null for any. */
  readonly part: number | null;
};

export type Situation = {
  readonly project: ProjectState;
  readonly manifest: Manifest;
  readonly manifestHash: string;
  /** The jobs of this manifest that are known, in the order of their claims. */
  readonly jobs: readonly PlanJob[];
  readonly standings: Standings;
  /** Requirements that a person has sent to repair, and no repair has taken since: accepted no longer. */
  readonly sentToRepair: ReadonlySet<string>;
  /** The result of planning now. */
  readonly today: { readonly priceListVersion: string; readonly provider: string };
};

export type Choice =
  /** A job that is there already answers the call. `resume`: a further call would dispatch more of the manifest. */
  | { readonly kind: 'existing'; readonly jobId: string; readonly resume: boolean }
  | { readonly kind: 'satisfied'; readonly planId: string }
  | {
      readonly kind: 'start';
      readonly jobId: string;
      readonly planId: string;
      readonly requirementIds: readonly string[];
    }
  | Refused;

export const choose = (situation: Situation, selection: Selection): Choice => {
  const { project, manifest, manifestHash } = situation;
  const { open } = project;
  const within = manifest.requirements.filter(
    ({ index }) => selection.part === null || partOf(index) === selection.part,
  );
  const selected = selection.requested === null ? within : named(within, selection.requested);
  if ('kind' in selected) return selected;

  const standing = standUnder(situation.standings, situation.sentToRepair);
  const { isDone, isNew } = standing;
  const asked = selection.requested === null ? selected.filter(isNew) : selected;
  const same =
    selection.requested === null
      ? activeOf(situation, selection.part)
      : lastFor(situation, selection.requested, asked.some(isNew));
  if (same !== undefined) return existing(situation, standing, same.jobId);

  const moved = whyMoved(situation);
  if (moved !== undefined) return moved;
  const first = asked.find(isNew) ?? asked.find((requirement) => !isDone(requirement)) ?? asked[0] ?? selected[0];
  const part = partOf(first?.index ?? 0);
  const planId = planIdsOf(manifest, manifestHash)[part] ?? '';
  if (selected.every(isDone)) return { kind: 'satisfied', planId };
  if (open !== null) {
    const { jobId } = open;
    return refused('storyboard_job_active', `the job ${jobId} is at work on this storyboard`, { jobId });
  }
  if (selection.requested === null && asked.length === 0) return lastOf(situation, selected, standing);

  const mine = asked.filter((requirement) => partOf(requirement.index) === part && !isDone(requirement));
  const stopped = whyNotStarted(manifest, asked, mine, standing);
  if (stopped !== undefined) return stopped;
  if (isUsedUp(project, { manifestHash, planId })) {
    return refused('expected_mismatch', 'this plan has had as many jobs as it may have: plan again');
  }
  const jobId = generationJobId(manifest.workspaceId, planId, manifestHash, selection.requested ?? []);
  return { kind: 'start', jobId, planId, requirementIds: mine.map(({ requirementId }) => requirementId) };
};

/** `mine`: the requested requirements that the job would take. */
const whyNotStarted = (
  manifest: Manifest,
  asked: readonly ManifestRequirement[],
  mine: readonly ManifestRequirement[],
  { isDone, isNew, isLeft }: Stand,
): Refused | undefined => {
  const taken = asked.filter((requirement) => !isDone(requirement) && !isNew(requirement));
  const dispatched = taken.find((requirement) => !isLeft(requirement));
  if (dispatched !== undefined) return repairRequired(dispatched);
  // A frame that a broken chain left is first answered with the frame that it waits for.
  const broken = brokenChain(manifest, mine, isDone);
  if (broken !== undefined) return broken;
  if (taken[0] !== undefined) return repairRequired(taken[0]);
  if (manifest.blockers.length === 0) return undefined;
  return refused('plan_has_blockers', 'the plan has blockers: resolve them and plan again', manifest.blockers);
};

const named = (
  within: readonly ManifestRequirement[],
  requested: readonly string[],
): readonly ManifestRequirement[] | Refused => {
  const found = within.filter(({ requirementId }) => requested.includes(requirementId));
  if (found.length === requested.length) return found;
  const known = new Set(found.map(({ requirementId }) => requirementId));
  const unknown = requested.flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/requirementIds/${index}`, message: 'is no requirement of the plan' }],
  );
  const details = unknown.slice(0, limits.errorDetailsMax);
  return refused('validation_failed', 'requirementIds must name requirements of the plan, each once', details);
};

/** Script, storyboard, prices, engine and earlier generations must be those of the plan's moment. */
const whyMoved = ({ project, manifest, manifestHash, today }: Situation): Refused | undefined => {
  const scriptMoved = (project.script?.revisionId ?? null) !== manifest.scriptRevisionId;
  const storyboardMoved = project.storyboard?.revisionId !== manifest.storyboardRevisionId;
  if (scriptMoved || storyboardMoved || isStale(project)) {
    return refused('script_revision_conflict', 'the script or storyboard has moved since planning: plan again');
  }
  if (!isCurrent(project, manifestHash, manifest.round)) {
    return refused('expected_mismatch', 'another plan has generated since: plan again');
  }
  if (today.priceListVersion !== manifest.priceListVersion || today.provider !== manifest.engines[0]) {
    return refused('expected_mismatch', 'the prices or the engine have changed since planning: plan again');
  }
  return undefined;
};

/** The jobs that a selection by name can have: they are named by their content, one for each part. */
export const jobIdsOf = (manifest: Manifest, manifestHash: string, requested: readonly string[]): readonly string[] =>
  planIdsOf(manifest, manifestHash).map((planId) =>
    generationJobId(manifest.workspaceId, planId, manifestHash, requested),
  );

/** The active job of the manifest, where it is of the part that a call names. */
const activeOf = (
  { project, manifest, manifestHash, jobs }: Situation,
  part: Selection['part'],
): PlanJob | undefined => {
  const planId = part === null ? undefined : planIdsOf(manifest, manifestHash)[part];
  return jobs.findLast((job) => job.jobId === project.open?.jobId && (planId ?? job.planId) === job.planId);
};

/**
 * The last job of the very selection that is requested. None, when it has ended and more of the selection is left. A
 * selection that spans parts takes a call for each, as long as no other manifest has generated.
 */
const lastFor = (
  { project, manifest, manifestHash, jobs }: Situation,
  requested: readonly string[],
  more: boolean,
): PlanJob | undefined => {
  const ids = new Set(jobIdsOf(manifest, manifestHash, requested));
  const goesOn = more && isCurrent(project, manifestHash, manifest.round);
  return jobs.findLast(({ jobId }) => ids.has(jobId) && (jobId === project.open?.jobId || !goesOn));
};

const existing = (situation: Situation, { isNew }: Stand, jobId: string): Choice => {
  const { project, manifest, manifestHash } = situation;
  // The job of a claim may not be decided yet: then it has no tasks.
  const claimed = project.open?.manifestHash === manifestHash ? project.open.requirementIds : [];
  const isLeft = (requirement: ManifestRequirement): boolean =>
    isNew(requirement) && !claimed.includes(requirement.requirementId);
  const resume = whyMoved(situation) === undefined && manifest.requirements.some(isLeft);
  return { kind: 'existing', jobId, resume };
};

const repairRequired = ({ requirementId }: Pick<ManifestRequirement, 'requirementId'>): Refused =>
  refused(
    'repair_required',
    'a selected requirement was generated under this manifest and is not accepted: repair it',
    { requirementId },
  );

/** Nothing is left to dispatch and not all is accepted: the manifest's last job tells the outcome. */
const lastOf = (situation: Situation, selected: readonly ManifestRequirement[], stand: Stand): Choice => {
  let last: Standing | undefined;
  for (const { requirementId } of selected) {
    const standing = situation.standings.get(requirementId);
    if (standing !== undefined && standing.n > (last?.n ?? 0)) last = standing;
  }
  if (last !== undefined) return existing(situation, stand, last.jobId);
  // Carried from an earlier manifest, and sent to repair since: no job of this one knows of it.
  const sent = selected.find(stand.isSent);
  if (sent !== undefined) return repairRequired(sent);
  return refused('expected_mismatch', 'nothing of this plan is left to generate: plan again');
};

/** Under `chain` a frame continues the one before it, which must be accepted or come along. */
const brokenChain = (
  manifest: Manifest,
  mine: readonly ManifestRequirement[],
  isDone: (requirement: ManifestRequirement) => boolean,
): Refused | undefined => {
  if (manifest.continuityMode !== 'chain') return undefined;
  const coming = new Set(mine.map(({ requirementId }) => requirementId));
  const orphan = mine.find(({ index }) => {
    const previous = manifest.requirements[index - 1];
    return previous !== undefined && !isDone(previous) && !coming.has(previous.requirementId);
  });
  if (orphan === undefined) return undefined;
  return refused('chain_broken', 'the frame before a selected one is neither accepted nor selected', {
    requirementId: orphan.requirementId,
  });
};
