import { onEvent } from '../../src/kernel/handlers.ts';
import type { SettingsEvent } from '../../events/settings.ts';
import type { SettingsState } from './state.ts';

export const evolve = onEvent<SettingsEvent, SettingsState>({
  SettingsSaved: (_, { profileHash }) => ({ profileHash }),
});
