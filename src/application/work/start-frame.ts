/** The picture that a film begins with: one of the workspace's own, until pictures at other addresses are fetched. */
import { ok, type Result } from '../calls/result.ts';
import { plateOf, whyUnavailable } from '../projects/reference-plates.ts';

/** The key of its object; null where none was asked for. Refusal: reference_unavailable. */
export const startFrameAt = (workspaceId: string, url: string | undefined): Result<string | null> => {
  if (url === undefined) return ok(null);
  const plate = plateOf(workspaceId, url);
  return whyUnavailable([plate]) ?? ok(plate.assetKey);
};
