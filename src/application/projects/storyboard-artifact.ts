/** Scripts and storyboards on their way into the log: artifacts first, then revisions that name them. */
import type { NewScript } from '../../../commands/project/revise.ts';
import type { StoryboardRevision } from '../../../commands/project/state.ts';
import { scriptRevisionId, storyboardRevisionId } from '../../../commands/project/decider.ts';
import { invalid, type Refused } from '../calls/result.ts';
import type { Artifacts } from '../services/artifacts.ts';
import { withoutSignature } from './reference-plates.ts';
import { type Storyboard, type StoryboardFrame } from './storyboard.ts';

/** A rule that no schema says. `at`: pointer to the storyboard in the body. */
export const checkStoryboard = (storyboard: Storyboard, at: string): Refused | undefined => {
  if (storyboard.continuityMode !== 'master_reference') return undefined;
  if ((storyboard.referenceImageUrls ?? []).length > 0) return undefined;
  return invalid(`${at}/referenceImageUrls`, 'must name a reference when continuityMode is master_reference');
};

/** Exactly the members of a storyboard: unset members are absent, so equal storyboards have equal hashes. */
const canonicalStoryboard = (storyboard: Storyboard): Storyboard => {
  const { frames, continuityMode, aspectRatio, engine, seed, referenceImageUrls, styleNotes, negativePrompt } =
    storyboard;
  return {
    frames: frames.map(canonicalFrame),
    ...(continuityMode === undefined ? {} : { continuityMode }),
    ...(aspectRatio === undefined ? {} : { aspectRatio }),
    ...(engine === undefined ? {} : { engine }),
    ...(seed === undefined ? {} : { seed }),
    ...references(referenceImageUrls),
    ...(styleNotes === undefined ? {} : { styleNotes }),
    ...(negativePrompt === undefined ? {} : { negativePrompt }),
  };
};

const canonicalFrame = ({ prompt, title, role, sceneId, referenceImageUrls }: StoryboardFrame): StoryboardFrame => ({
  prompt,
  ...(title === undefined ? {} : { title }),
  ...(role === undefined ? {} : { role }),
  ...(sceneId === undefined ? {} : { sceneId }),
  ...references(referenceImageUrls),
});

const references = (urls: readonly string[] | undefined) =>
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
  const artifactHash = await artifacts.put(workspaceId, canonicalStoryboard(storyboard));
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
