/** The profile of a caller, as its stream tells it now: the caller's own write is seen at once. */
import { settingsDecider, settingsStream } from '../../../commands/settings.ts';
import type { Position } from '../../kernel/position.ts';
import type { Caller } from '../calls/caller.ts';
import type { Services } from '../services/services.ts';
import { type Profile, profileOf, type RequestedProfile } from './profile.ts';
import { ok, refused, type Refused, type Result } from '../calls/result.ts';
import { bannedTopicIn } from './under-profile.ts';

export type ProfileDeps = Pick<Services, 'commands' | 'artifacts'>;

type ReadProfile = {
  readonly profile: Profile;
  /** Null for a caller that has saved none. */
  readonly profileHash: string | null;
  readonly position: Position;
};

/** The defaults for a caller that has saved none. Fault `lost`: the store has lost it, and another PUT replaces it. */
export const readProfile = async (
  { commands, artifacts }: ProfileDeps,
  { workspaceId, userKey }: Pick<Caller, 'workspaceId' | 'userKey'>,
): Promise<ReadProfile> => {
  const { state, position } = await commands.read(settingsDecider, settingsStream(workspaceId, userKey));
  const { profileHash } = state;
  const kept = profileHash === null ? {} : await artifacts.named<RequestedProfile>(workspaceId, profileHash);
  return { profile: profileOf(kept), profileHash, position };
};

/**
 * The profile of a call without a plan, or a refusal before anything is claimed. `texts`: the words that would be
 * drawn, sung or spoken. Refusal: topic_banned. Fault `lost`: that of the profile.
 */
export const meetProfile = async (
  deps: ProfileDeps,
  caller: Caller,
  texts: readonly string[],
): Promise<Result<Profile>> => {
  const { profile } = await readProfile(deps, caller);
  return whyBanned(profile, texts) ?? ok(profile);
};

export const whyBanned = (profile: Profile, texts: readonly string[]): Refused | undefined => {
  const topic = bannedTopicIn(profile, texts);
  return topic === undefined ? undefined : refused('topic_banned', bannedMessage(topic), { topic });
};

export const bannedMessage = (topic: string): string =>
  `the request speaks of "${topic}", which your creative settings ban: change the words, or the settings`;
