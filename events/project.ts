/** The events of a project, and the shapes that they share. */
import { type EventOf, eventsOf } from '../src/kernel/event.ts';
import { limits } from '../src/kernel/limits.ts';
import { array, boolean, nullable, object, oneOf, optional, type Static, string } from '../src/kernel/shape.ts';
import { count, hash, id, nullableId, requirementIds } from './common.ts';

const event = eventsOf('project');

/** All that is needed to carry a start of paid work through without the caller. */
const claimMembers = {
  /** Counts the claims of the project from 1. */
  n: count,
  operation: oneOf(['storyboard_image_generate', 'photo_sequence_repair']),
  jobId: id,
  planId: id,
  manifestHash: hash,
  storyboardRevisionId: id,
  /** The requested ids, sorted; null for the whole part. */
  requested: nullable(requirementIds),
  /** The requirements that the job renders: neither accepted nor dispatched before, in frame order. */
  requirementIds,
  /** `RepairPlanned` follows under this id; null for a generation. */
  repairPlanId: nullableId,
  /** Plans of the manifest that generated before this one, each at the revision that was known; superseded next. */
  supersedes: array(object({ planId: id, revision: count })),
  /** All plans of this manifest, in order. */
  manifestPlanIds: array(id, { maxItems: limits.plansPerManifestMax }),
  /** The user, where its token has a cap, and that cap: credits a calendar month. */
  payer: optional(object({ key: id, cap: count })),
  /** The idempotency key of the call that claims, by its stream; null without one. Older events do not tell. */
  request: optional(nullableId),
} as const;
const claim = object(claimMembers);
export type Claim = Static<typeof claim>;

/** The members of a storyboard revision beside its id. */
const storyboardMembers = {
  artifactHash: hash,
  frameCount: count,
  /** The script revision that it was made from; it is stale when the script has moved. */
  scriptRevisionId: nullableId,
  /** True: the rule made it of that script, and makes it anew when the script moves. Otherwise a caller gave it. */
  followsScript: optional(boolean()),
} as const;

/** A project exists in its workspace. */
export const projectCreated = event('ProjectCreated', { workspaceId: id, name: string({ maxLength: 500 }) });

/** The script is now this text, kept as an artifact. */
export const scriptRevised = event('ScriptRevised', { scriptRevisionId: id, artifactHash: hash, chars: count });

/** The storyboard is now this one, kept as an artifact; it remembers the script revision that it was made from. */
export const storyboardRevised = event('StoryboardRevised', { storyboardRevisionId: id, ...storyboardMembers });

/** Step 1 of the start of paid work: one job takes the storyboard until `GenerationEnded` with the same number. */
export const generationClaimed = event('GenerationClaimed', claimMembers);

/** The storyboard is free again: the job of claim `n` is final, or was refused before it began. */
export const generationEnded = event('GenerationEnded', {
  n: count,
  jobId: id,
  outcome: oneOf(['finished', 'refused']),
});

/**
 * A manifest that has generated nothing takes the place of the last one: a person decides on a plan of it. Later plans
 * carry these decisions. The plans of the manifest before were replaced before this event.
 */
export const manifestTookOver = event('ManifestTookOver', {
  manifestHash: hash,
  /** All its plans, in order. */
  manifestPlanIds: array(id, { maxItems: limits.plansPerManifestMax }),
});

/** All that is known of a project so far: a cold start reads back to the last one of these. */
export const projectPeriodClosed = event('ProjectPeriodClosed', {
  /** The revision of this event itself. */
  revision: count,
  /** The revision of the last event that changed script or storyboard, or made the project. */
  revised: count,
  workspaceId: id,
  name: string({ maxLength: 500 }),
  script: nullable(object({ revisionId: id, artifactHash: hash })),
  storyboard: nullable(object({ revisionId: id, ...storyboardMembers })),
  /** The number of the last claim; 0 before the first. Of a claim whose start was refused nothing else is left. */
  lastClaim: count,
  /** The claim that has not ended: its job may still be under way. */
  open: nullable(claim),
  /** How often a manifest of the project has generated to an end, or has taken over. */
  generations: count,
  /**
   * The manifest that generated or took over last, with its jobs in the order of their claims: none since it took over.
   * Plans of manifests before it are superseded, and know their own jobs.
   */
  generated: nullable(
    object({
      manifestHash: hash,
      planIds: array(id, { maxItems: limits.plansPerManifestMax }),
      jobs: array(object({ n: count, jobId: id, planId: id }), {
        maxItems: limits.plansPerManifestMax * limits.jobsPerPlanMax,
      }),
    }),
  ),
});

export const projectEvents = [
  projectCreated,
  scriptRevised,
  storyboardRevised,
  generationClaimed,
  generationEnded,
  manifestTookOver,
  projectPeriodClosed,
] as const;
export type ProjectEvent = EventOf<(typeof projectEvents)[number]>;
