/** The content of a frame: its requirement in the manifest, the ladder's corrections, and a person's additions. */
import type { JobDetails, TaskState } from '../../../../commands/job/state.ts';
import { assert } from '../../../kernel/faults.ts';
import type { Artifacts } from '../../services/artifacts.ts';
import type { PictureContent } from '../content.ts';
import type { Manifest } from './manifest.ts';

export const storyboardContent = async (
  artifacts: Artifacts,
  { workspaceId, contentHash }: JobDetails,
  { taskId, corrections, additionsHash, previousAsset }: TaskState,
): Promise<PictureContent> => {
  const manifest = await artifacts.named<Manifest>(workspaceId, contentHash);
  const requirement = manifest.requirements.find(({ requirementId }) => requirementId === taskId);
  assert(requirement !== undefined, `the manifest does not hold the requirement ${taskId}`);
  const additions = additionsHash === null ? [] : await artifacts.named<string[]>(workspaceId, additionsHash);
  const plates = requirement.referencePlates.flatMap(({ assetKey }) => assetKey ?? []);
  return {
    prompt: [requirement.prompt, ...corrections, ...additions].join('\n'),
    negativePrompt: manifest.negativePrompt,
    styleNotes: manifest.styleNotes,
    width: manifest.width,
    height: manifest.height,
    // The continued picture is first.
    referenceKeys: previousAsset === null ? plates : [previousAsset.key, ...plates],
  };
};
