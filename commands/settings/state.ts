export type SettingsState = {
  /** sha256 of the profile's artifact; null before the first one. */
  readonly profileHash: string | null;
};

export const initial: SettingsState = { profileHash: null };
