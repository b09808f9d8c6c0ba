/** The profile of a caller, as its stream tells it now: the caller's own write is seen at once. */
import { settingsDecider, settingsStream } from '../../../commands/settings.ts';
import type { Position } from '../../kernel/position.ts';
import type { Caller } from '../calls/caller.ts';
import type { Services } from '../services/services.ts';
import { profileOf, type Profile, type RequestedProfile } from './profile.ts';

export type ProfileDeps = Pick<Services, 'commands' | 'artifacts'>;

export type ReadProfile = { readonly profile: Profile; readonly position: Position };

/** The defaults for a caller that has saved none. Fault `lost`: the store has lost it, and another PUT replaces it. */
export const readProfile = async (
  { commands, artifacts }: ProfileDeps,
  { workspaceId, userKey }: Pick<Caller, 'workspaceId' | 'userKey'>,
): Promise<ReadProfile> => {
  const { state, position } = await commands.read(settingsDecider, settingsStream(workspaceId, userKey));
  const { profileHash } = state;
  const kept = profileHash === null ? {} : await artifacts.named<RequestedProfile>(workspaceId, profileHash);
  return { profile: profileOf(kept), position };
};
