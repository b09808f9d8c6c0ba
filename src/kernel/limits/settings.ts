/** Creative settings (spec, CreativeAgentSettingsRequest). The characters of list items are ours. */

export const settingsLimits = {
  authorSignatureCharsMax: 160,
  creativeGoalsMax: 12,
  creativeGoalCharsMax: 1_000,
  bannedTopicsMax: 20,
  bannedTopicCharsMax: 200,
  visualStyleCharsMax: 1_000,
  musicDirectionCharsMax: 1_000,
  pacingMax: 5,
  ethicalGuardrailsMax: 20,
  ethicalGuardrailCharsMax: 1_000,
  additionalLanguagesMax: 4,
} as const;
