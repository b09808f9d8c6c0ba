/** The picture that a film begins with: of the workspace, or fetched from another host as a reference is. */
import { ok, type Result } from '../calls/result.ts';
import { resolveReferences, unavailableIn, whyUnavailable } from '../projects/reference-plates.ts';
import type { References } from '../services/references.ts';

/**
 * The key of its object; null where none was asked for. `pointer`: its place in the body. Refusal:
 * reference_unavailable.
 */
export const startFrameAt = async (
  references: References,
  workspaceId: string,
  url: string | undefined,
  pointer: string,
): Promise<Result<string | null>> => {
  if (url === undefined) return ok(null);
  const resolve = await resolveReferences(references, workspaceId, { frames: [], referenceImageUrls: [url] });
  return whyUnavailable(unavailableIn([{ url, pointer }], resolve)) ?? ok(resolve(url).plate.assetKey);
};
