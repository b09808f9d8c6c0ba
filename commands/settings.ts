import { type CommandIn, onCommand, onEvent } from '../src/kernel/handlers.ts';
import { type SettingsEvent, settingsSaved } from '../events/settings.ts';
import { accept, type Decider, type Refusal, refuse } from '../src/kernel/decider.ts';
import { keyFromContent } from '../src/kernel/ids.ts';

/** One stream for each user of each workspace: a person may work in another style for another studio. */
export const settingsStream = (workspaceId: string, userKey: string): string =>
  `settings-${keyFromContent(workspaceId, userKey)}`;

type SettingsState = {
  /** sha256 of the profile's artifact; null before the first one. */
  readonly profileHash: string | null;
};

const initial: SettingsState = { profileHash: null };

const evolve = onEvent<SettingsEvent, SettingsState>({
  SettingsSaved: (_, { profileHash }) => ({ profileHash }),
});

/** Replaces the whole profile; the artifact is in the store before. The same profile again changes nothing. */
type SaveSettings = {
  readonly type: 'SaveSettings';
  readonly profileHash: string;
  /** The one profile that may be replaced, null for none yet; left out, whichever is there. */
  readonly replaces?: string | null;
};

const saveSettings = ({ profileHash, replaces }: SaveSettings, state: SettingsState) => {
  if (state.profileHash === profileHash) return accept();
  if (replaces !== undefined && replaces !== state.profileHash) return refuse('moved');
  return accept(settingsSaved({ profileHash }));
};

const commands = { SaveSettings: saveSettings };

export type SettingsCommand = CommandIn<typeof commands>;

/** Another profile is there than the one to be replaced. */
type SettingsRefusal = Refusal<'moved'>;

/** Creative settings. Every event carries the whole state, so a cold start reads the last one and no further. */
export const settingsDecider: Decider<SettingsState, SettingsCommand, SettingsEvent, SettingsRefusal> = {
  category: 'settings',
  initial,
  evolve,
  decide: onCommand(commands),
  snapshotType: 'SettingsSaved',
};
