/**
 * Which requirements a generate call is for, and whether it may be: the checks of contract section 5, in its order,
 * on what the streams say. Pure.
 */
import { generationJobId } from '../../../commands/job/stream.ts';
import { generatedManifests, isStale, openClaim } from '../../../commands/project/state.ts';
import type { Claim, ProjectState } from '../../../commands/project/state.ts';
import { refused } from '../application.ts';
import type { Refused } from '../application.ts';
import { isSatisfied, partOf } from '../planning/manifest.ts';
import type { Manifest, ManifestRequirement } from '../planning/manifest.ts';
import { planIdsOf } from '../planning/plan-storyboard.ts';
import type { Standings } from './frame-facts.ts';

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
  readonly standings: Standings;
  /** What planning would say today. */
  readonly today: { readonly priceListVersion: string; readonly provider: string };
};

export type Choice =
  /** A job that is there already answers the call. */
  | { readonly kind: 'existing'; readonly claim: Claim }
  | { readonly kind: 'satisfied'; readonly planId: string }
  | {
      readonly kind: 'start';
      readonly jobId: string;
      readonly planId: string;
      readonly requirementIds: readonly string[];
    }
  | Refused;

export const choose = (situation: Situation, selection: Selection): Choice => {
  const { project, manifest, manifestHash, standings } = situation;
  const planIds = planIdsOf(manifest, manifestHash);
  const within = manifest.requirements.filter(
    ({ index }) => selection.part === null || partOf(index) === selection.part,
  );
  const selected = selection.requested === null ? within : named(within, selection.requested);
  if ('kind' in selected) return selected;

  const isDone = (requirement: ManifestRequirement): boolean =>
    isSatisfied(requirement) || standings.get(requirement.requirementId)?.frame.status === 'accepted';
  const isTaken = ({ requirementId }: ManifestRequirement): boolean => standings.has(requirementId);
  const open = openClaim(project);
  const ofManifest = project.claims.filter(
    (claim) => claim.manifestHash === manifestHash && claim.outcome !== 'refused',
  );

  const asked = selected.filter(
    (requirement) => selection.requested !== null || (!isDone(requirement) && !isTaken(requirement)),
  );
  const isNew = (requirement: ManifestRequirement): boolean => !isDone(requirement) && !isTaken(requirement);
  const first = asked.find(isNew) ?? asked.find((requirement) => !isDone(requirement)) ?? asked[0] ?? selected[0];
  const part = partOf(first?.index ?? 0);
  const planId = planIds[part] ?? '';
  const jobId = generationJobId(manifest.workspaceId, planId, manifestHash, selection.requested ?? []);

  const same = ofManifest.find((claim) => claim.jobId === jobId);
  if (same !== undefined && selection.requested !== null) return { kind: 'existing', claim: same };
  if (selection.requested === null && open?.manifestHash === manifestHash) return { kind: 'existing', claim: open };

  const moved = whyMoved(situation);
  if (moved !== undefined) return moved;
  if (selected.every(isDone)) return { kind: 'satisfied', planId };
  if (open !== undefined) {
    return refused('storyboard_job_active', `the job ${open.jobId} is at work on this storyboard`, {
      jobId: open.jobId,
    });
  }
  if (selection.requested === null && asked.length === 0) return lastOf(ofManifest, selected);

  const mine = asked.filter((requirement) => partOf(requirement.index) === part && !isDone(requirement));
  const again = asked.find((requirement) => !isDone(requirement) && isTaken(requirement));
  if (again !== undefined) {
    return refused(
      'repair_required',
      'a selected requirement was generated under this manifest and not accepted: repair it',
      {
        requirementId: again.requirementId,
      },
    );
  }
  const broken = brokenChain(manifest, mine, isDone);
  if (broken !== undefined) return broken;
  if (manifest.blockers.length > 0) {
    return refused('plan_has_blockers', 'the plan has blockers: resolve them and plan again', manifest.blockers);
  }
  return { kind: 'start', jobId, planId, requirementIds: mine.map(({ requirementId }) => requirementId) };
};

const named = (
  within: readonly ManifestRequirement[],
  requested: readonly string[],
): readonly ManifestRequirement[] | Refused => {
  const wanted = new Set(requested);
  const found = within.filter(({ requirementId }) => wanted.has(requirementId));
  if (found.length === wanted.size && wanted.size === requested.length && requested.length > 0) return found;
  return refused('validation_failed', 'requirementIds must name requirements of the plan, each once', [
    { pointer: '/requirementIds', message: 'empty, twice or unknown' },
  ]);
};

/** Script, storyboard, prices, engine and earlier generations must stand where the manifest was planned. */
const whyMoved = ({ project, manifest, manifestHash, today }: Situation): Refused | undefined => {
  const scriptMoved = (project.script?.revisionId ?? null) !== manifest.scriptRevisionId;
  const storyboardMoved = project.storyboard?.revisionId !== manifest.storyboardRevisionId;
  if (scriptMoved || storyboardMoved || isStale(project)) {
    return refused('script_revision_conflict', 'the script or storyboard has moved since planning: plan again');
  }
  const generated = generatedManifests(project);
  const position = generated.findIndex(({ hash }) => hash === manifestHash);
  const superseded = position === -1 ? generated.length !== manifest.round : position !== generated.length - 1;
  if (superseded) return refused('expected_mismatch', 'another plan has generated since: plan again');
  if (today.priceListVersion !== manifest.priceListVersion || today.provider !== manifest.engines[0]) {
    return refused('expected_mismatch', 'the prices or the engine have changed since planning: plan again');
  }
  return undefined;
};

/** Nothing is left to dispatch and not all is accepted: the manifest's last job tells what became of it. */
const lastOf = (ofManifest: readonly Claim[], selected: readonly ManifestRequirement[]): Choice => {
  const ids = new Set(selected.map(({ requirementId }) => requirementId));
  const last = ofManifest.findLast((claim) => claim.requirementIds.some((requirementId) => ids.has(requirementId)));
  return last === undefined
    ? refused('expected_mismatch', 'nothing of this plan is left to generate: plan again')
    : { kind: 'existing', claim: last };
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
