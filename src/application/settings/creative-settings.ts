/** GET and PUT user/settings/creative: the profile of the caller in the current workspace. */
import { settingsDecider, settingsStream } from '../../../commands/settings.ts';
import { type IfMatch, isMatched } from '../../kernel/if-match.ts';
import { laterOf, START } from '../../kernel/position.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { type Body, ok, refused, type Result } from '../calls/result.ts';
import { behind, createIsAhead, type Freshness, listRead, type Read, tagOf } from '../reading/answers.ts';
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

/**
 * Replaces the whole profile: a member that is left out has its default again. `ifMatch`: tags of the profiles that may
 * be replaced; `any`, and null, for whichever is there. Refusal: revision_mismatch.
 */
export const createSaveSettings =
  (deps: ProfileDeps) =>
  async (caller: Caller, requested: RequestedProfile, ifMatch: IfMatch = null): Promise<Result<Body>> => {
    const { workspaceId, userKey } = caller;
    const profile = profileOf(requested);
    const profileHash = await deps.artifacts.put(workspaceId, profile);
    // There always is one: that of the defaults has no event.
    const before = ifMatch === null || ifMatch === 'any' ? undefined : await readProfile(deps, caller);
    const isOther = before !== undefined && !isMatched(ifMatch, tagOf(bodyOf(before.profile)));
    if (isOther && before.profileHash !== profileHash) return mismatch;
    const replaces = before === undefined ? {} : { replaces: before.profileHash };
    const command = { type: 'SaveSettings', profileHash, ...replaces } as const;
    const stream = settingsStream(workspaceId, userKey);
    const outcome = await deps.commands.handle(settingsDecider, stream, command, contextOf(caller));
    return outcome.kind === 'refused' ? mismatch : ok(bodyOf(profile));
  };

const mismatch = refused('revision_mismatch', 'the settings have changed since: GET them, and change those');

const bodyOf = (settings: Profile): Body => ({
  ok: true,
  settings,
  limitations: limitationsOf(settings),
});
