/** Shapes that the events of a project share. */
import { limits } from '../../src/kernel/limits.ts';
import { array, boolean, nullable, object, oneOf, optional, type Static } from '../../src/kernel/shape.ts';
import { count, hash, id, nullableId, requirementIds } from '../common.ts';

/** All that is needed to carry a start of paid work through without the caller (design, section 6). */
export const claim = object({
  /** Counts the claims of the project from 1. */
  n: count,
  operation: oneOf(['storyboard_image_generate', 'photo_sequence_repair']),
  jobId: id,
  planId: id,
  manifestHash: hash,
  storyboardRevisionId: id,
  /** What was asked for by name, sorted; null for the whole part. */
  requested: nullable(requirementIds),
  /** What the job is to render: neither accepted nor dispatched before, in frame order. */
  requirementIds,
  /** `RepairPlanned` follows under this id; null for a generation. */
  repairPlanId: nullableId,
  /** Plans of the manifest that generated before this one, each at the revision that was known; superseded next. */
  supersedes: array(object({ planId: id, revision: count })),
  /** All plans of this manifest, in order. */
  manifestPlanIds: array(id, { maxItems: limits.plansPerManifestMax }),
});
export type Claim = Static<typeof claim>;

/** What a storyboard revision says beside its id. */
export const storyboardMembers = {
  artifactHash: hash,
  frameCount: count,
  /** The script revision that it was made from; it is stale when the script has moved. */
  scriptRevisionId: nullableId,
  /** True: the rule made it of that script, and makes it anew when the script moves. Otherwise a caller gave it. */
  followsScript: optional(boolean()),
} as const;
