/** Scripts and storyboards on their way into the log: artifacts first, then revisions that name them. */
import type { NewScript } from '../../../commands/project/revise.ts';
import type { StoryboardRevision } from '../../../commands/project/state.ts';
import { scriptRevisionId, storyboardRevisionId } from '../../../commands/project/decider.ts';
import type { Artifacts } from '../services/artifacts.ts';
import { withoutSignature } from './reference-plates.ts';
import { type Storyboard, type StoryboardFrame } from './storyboard.ts';

/** Signatures pass: an address is kept without its own, so equal storyboards have equal hashes. */
const withoutSignatures = (storyboard: Storyboard): Storyboard => ({
  ...storyboard,
  ...references(storyboard),
  frames: storyboard.frames.map((frame) => ({ ...frame, ...references(frame) })),
});

const references = ({ referenceImageUrls: urls }: Pick<StoryboardFrame, 'referenceImageUrls'>) =>
  urls === undefined ? {} : { referenceImageUrls: urls.map(withoutSignature) };

export type Place = { readonly workspaceId: string; readonly projectId: string };

export const storeScript = async (
  artifacts: Artifacts,
  { workspaceId, projectId }: Place,
  script: string,
): Promise<NewScript> => {
  const artifactHash = await artifacts.put(workspaceId, script);
  return { revisionId: scriptRevisionId(projectId, artifactHash), artifactHash, chars: script.length };
};

/** `scriptRevision`: the one that it is made from; null for none. `followsScript`: it was made by the rule. */
export const storeStoryboard = async (
  artifacts: Artifacts,
  { workspaceId, projectId }: Place,
  storyboard: Storyboard,
  scriptRevision: string | null,
  followsScript = false,
): Promise<StoryboardRevision> => {
  const artifactHash = await artifacts.put(workspaceId, withoutSignatures(storyboard));
  const revisionId = storyboardRevisionId(projectId, artifactHash, scriptRevision);
  return {
    revisionId,
    artifactHash,
    frameCount: storyboard.frames.length,
    scriptRevisionId: scriptRevision,
    ...(followsScript ? { followsScript } : {}),
  };
};

export const loadStoryboard = async (
  artifacts: Artifacts,
  workspaceId: string,
  { artifactHash }: StoryboardRevision,
): Promise<Storyboard> => artifacts.named<Storyboard>(workspaceId, artifactHash);
