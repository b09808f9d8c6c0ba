/** The profile of a call without a plan, or a refusal before anything is claimed. */
import type { Caller } from '../calls/caller.ts';
import { ok, refused, type Refused, type Result } from '../calls/result.ts';
import type { Profile } from './profile.ts';
import { type ProfileDeps, readProfile } from './read-profile.ts';
import { bannedTopicIn } from './under-profile.ts';

/** `texts`: the words that would be drawn, sung or spoken. Refusal: topic_banned. Fault `lost`: that of the profile. */
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
