/**
 * Banned topics and the words of reviewers (decision 0166). The words become part of the prompt, and are searched as
 * the prompt is: by the plan that makes the frame, and by a repair.
 */
import { isSentToRepair, type PlanFrame } from '../../../../commands/plan/state.ts';
import type { Caller } from '../../calls/caller.ts';
import { refused, type Refused } from '../../calls/result.ts';
import type { Services } from '../../services/services.ts';
import { bannedMessage, readProfile } from '../../settings/read-profile.ts';
import type { Profile } from '../../settings/profile.ts';
import { bannedTopicIn } from '../../settings/under-profile.ts';
import type { Blocker } from '../resolve-engines.ts';
import type { ManifestRequirement } from './manifest.ts';

type Deps = Pick<Services, 'artifacts' | 'turns'>;

/** One for each requirement that is still to be made: an accepted picture stays. `styleNotes`: of the storyboard. */
export const bannedFrames = async (
  { artifacts, turns }: Deps,
  workspaceId: string,
  {
    requirements,
    styleNotes = '',
  }: { readonly requirements: readonly ManifestRequirement[]; readonly styleNotes?: string },
  profile: Profile,
): Promise<readonly Blocker[]> => {
  if (profile.bannedTopics.length === 0) return [];
  const blockers: Blocker[] = [];
  const ofAll = bannedTopicIn(profile, [styleNotes]);
  for (const { requirementId, prompt, additionsHash, carried } of requirements) {
    // The prompts of the largest storyboard take longer to read than a turn may last.
    await turns.due();
    if (carried !== null) continue;
    const words = [prompt, ...(await wordsOf({ artifacts }, workspaceId, additionsHash))];
    const topic = ofAll ?? bannedTopicIn(profile, words);
    if (topic !== undefined) blockers.push({ code: 'topic_banned', message: bannedMessage(topic), requirementId });
  }
  return blockers;
};

/** A plan stays valid as it was made: only words that came since are searched, under the profile of the payer. */
export const whyWordsBanned = async (
  { commands, artifacts, turns }: Deps & Pick<Services, 'commands'>,
  caller: Caller,
  taken: readonly PlanFrame[],
): Promise<Refused | undefined> => {
  const { profile } = await readProfile({ commands, artifacts }, caller);
  if (profile.bannedTopics.length === 0) return undefined;
  for (const { review } of taken.filter(isSentToRepair)) {
    await turns.due();
    const words = await wordsOf({ artifacts }, caller.workspaceId, review?.additionsHash);
    const topic = bannedTopicIn(profile, words);
    if (topic !== undefined)
      return refused('topic_banned', wordsBanned(topic), { topic, frameIndex: review?.frameIndex });
  }
  return undefined;
};

const wordsBanned = (topic: string): string =>
  `the words of a reviewer speak of "${topic}", which your creative settings ban: change the settings, or the prompt ` +
  'of the frame, and plan again';

const wordsOf = async (
  { artifacts }: Pick<Deps, 'artifacts'>,
  workspaceId: string,
  additionsHash: string | null | undefined,
): Promise<readonly string[]> =>
  additionsHash === null || additionsHash === undefined
    ? []
    : artifacts.named<readonly string[]>(workspaceId, additionsHash);
