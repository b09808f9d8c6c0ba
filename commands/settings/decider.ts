import type { Decider } from '../../src/kernel/decider.ts';
import { onCommand } from '../../src/kernel/handlers.ts';
import type { SettingsEvent } from '../../events/settings.ts';
import { saveSettings, type SaveSettings } from './save-settings.ts';
import { evolve } from './evolve.ts';
import { initial, type SettingsState } from './state.ts';

export type SettingsCommand = SaveSettings;

/** Creative settings. Every event carries the whole state, so a cold start reads the last one and no further. */
export const settingsDecider: Decider<SettingsState, SettingsCommand, SettingsEvent, never> = {
  category: 'settings',
  initial,
  evolve,
  decide: onCommand({ SaveSettings: saveSettings }),
  snapshotType: 'SettingsSaved',
};
