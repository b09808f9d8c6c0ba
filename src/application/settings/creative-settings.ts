/** GET and PUT user/settings/creative: the profile of the caller in the current workspace. */
import { settingsDecider, settingsStream } from '../../../commands/settings.ts';
import { laterOf, START } from '../../kernel/position.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { type Body, ok, type Result } from '../calls/result.ts';
import { behind, createIsAhead, type Freshness, listRead, type Read } from '../reading/answers.ts';
import type { ReadSide } from '../reading/read-side.ts';
import { profileOf, type Profile, type RequestedProfile } from './profile.ts';
import { type ProfileDeps, readProfile } from './read-profile.ts';
import { limitationsOf } from './under-profile.ts';

export const createReadSettings =
  (deps: ProfileDeps & Pick<ReadSide, 'feed'>) =>
  async (caller: Caller, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const { profile, position } = await readProfile(deps, caller);
    if (await createIsAhead(deps)(fresh)) return behind;
    return listRead(bodyOf(profile), laterOf(position, fresh.atLeast ?? START));
  };

/** Replaces the whole profile: a member that is left out has its default again. */
export const createSaveSettings =
  ({ commands, artifacts }: ProfileDeps) =>
  async (caller: Caller, requested: RequestedProfile): Promise<Result<Body>> => {
    const { workspaceId, userKey } = caller;
    const profile = profileOf(requested);
    const profileHash = await artifacts.put(workspaceId, profile);
    const command = { type: 'SaveSettings', profileHash } as const;
    await commands.handle(settingsDecider, settingsStream(workspaceId, userKey), command, contextOf(caller));
    return ok(bodyOf(profile));
  };

const bodyOf = (settings: Profile): Body => ({
  ok: true,
  settings,
  limitations: limitationsOf(settings),
});
