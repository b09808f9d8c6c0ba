/** The content of one request: an artifact with one entry for each task, in order. */
import type { JobDetails, TaskState } from '../../../commands/job/state.ts';
import { assert } from '../../kernel/faults.ts';
import type { Artifacts } from '../services/artifacts.ts';
import type { PromptParts, PictureContent } from './content.ts';

export type TaskRequest = PromptParts & {
  readonly width: number;
  readonly height: number;
  /** Object-store keys of the workspace's own pictures. */
  readonly referenceKeys: readonly string[];
};

export const requestedContent = async (
  artifacts: Artifacts,
  { workspaceId, contentHash }: JobDetails,
  { index, previousAsset }: TaskState,
): Promise<PictureContent> => {
  const request = (await artifacts.named<readonly TaskRequest[]>(workspaceId, contentHash))[index];
  assert(request !== undefined, `the request ${contentHash} asks for no task ${index}`);
  const { prompt, negativePrompt, styleNotes, width, height, referenceKeys } = request;
  return {
    parts: { prompt, negativePrompt, styleNotes },
    width,
    height,
    referenceKeys: previousAsset === null ? referenceKeys : [previousAsset.key, ...referenceKeys],
  };
};
