/** The events of the creative settings of one user in one workspace. */
import { type EventOf, eventsOf } from '../src/kernel/event.ts';
import { hash } from './common.ts';

const event = eventsOf('settings');

/** The whole profile from here on. Its text is an artifact: people write in it about themselves. */
export const settingsSaved = event('SettingsSaved', { profileHash: hash });

export const settingsEvents = [settingsSaved] as const;
export type SettingsEvent = EventOf<(typeof settingsEvents)[number]>;
