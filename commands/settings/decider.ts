import type { Decider } from '../../src/kernel/decider.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';
import type { SettingsEvent } from '../../events/settings.ts';
import { saveSettings } from './save-settings.ts';
import { evolve } from './evolve.ts';
import { initial, type SettingsState } from './state.ts';

const commands = { SaveSettings: saveSettings };

export type SettingsCommand = CommandIn<typeof commands>;

/** Creative settings. Every event carries the whole state, so a cold start reads the last one and no further. */
export const settingsDecider: Decider<SettingsState, SettingsCommand, SettingsEvent, never> = {
  category: 'settings',
  initial,
  evolve,
  decide: onCommand(commands),
  snapshotType: 'SettingsSaved',
};
