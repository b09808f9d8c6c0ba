/** The content of one request: an artifact with one entry for each task, in order. */
import type { JobDetails, TaskState } from '../../../commands/job/state.ts';
import { assert } from '../../kernel/faults.ts';
import type { Artifacts } from '../services/artifacts.ts';
import type { PictureContent } from './content.ts';

export const requestedContent = async (
  artifacts: Artifacts,
  { workspaceId, contentHash }: JobDetails,
  { index, previousAsset }: TaskState,
): Promise<PictureContent> => {
  const request = (await artifacts.named<readonly PictureContent[]>(workspaceId, contentHash))[index];
  assert(request !== undefined, `the request ${contentHash} asks for no task ${index}`);
  const { referenceKeys } = request;
  return previousAsset === null ? request : { ...request, referenceKeys: [previousAsset.key, ...referenceKeys] };
};
