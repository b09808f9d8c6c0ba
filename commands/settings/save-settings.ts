import { accept } from '../../src/kernel/decider.ts';
import { settingsSaved } from '../../events/settings.ts';
import type { SettingsState } from './state.ts';

/** Replaces the whole profile; the artifact is in the store before. The same profile again changes nothing. */
export type SaveSettings = { readonly type: 'SaveSettings'; readonly profileHash: string };

export const saveSettings = ({ profileHash }: SaveSettings, state: SettingsState) =>
  state.profileHash === profileHash ? accept() : accept(settingsSaved({ profileHash }));
