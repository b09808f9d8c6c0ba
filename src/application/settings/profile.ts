/** A creative profile, as a client sends it and as it is kept. Pure. */

import type { GovernanceMode } from '../../kernel/governance.ts';

export type SubtitleLanguage = 'en' | 'es' | 'de' | 'pt' | 'fr' | 'ja' | 'zh' | 'ru';
type Tone = 'cinematic' | 'documentary' | 'educational' | 'experimental' | 'commercial';

type SubtitlePolicy = {
  /** Absent: the words tell the language. */
  readonly primaryLanguage?: SubtitleLanguage;
  readonly additionalLanguages: readonly SubtitleLanguage[];
  readonly style: 'verbatim' | 'clean' | 'cinematic';
};

type ModelRouting = {
  readonly generalBrain: 'provider_d';
  readonly assetGenerator: 'provider_a';
  readonly riskTolerance: 'low' | 'medium' | 'high';
};

/** Everything that has a neutral value is there. A tone and a language have none: they are absent until chosen. */
export type Profile = {
  readonly authorSignature: string;
  readonly creativeGoals: readonly string[];
  readonly bannedTopics: readonly string[];
  readonly preferredNarrativeTone?: Tone;
  readonly preferredVisualStyle: string;
  readonly preferredMusicDirection: string;
  readonly pacingPreference: number;
  readonly ethicalGuardrails: readonly string[];
  readonly subtitlePolicy: SubtitlePolicy;
  readonly governanceMode: GovernanceMode;
  readonly modelRouting: ModelRouting;
};

/** spec, CreativeAgentSettingsRequest: every member may be left out. */
export type RequestedProfile = Partial<Omit<Profile, 'subtitlePolicy' | 'modelRouting'>> & {
  readonly subtitlePolicy?: Partial<SubtitlePolicy>;
  readonly modelRouting?: Partial<ModelRouting>;
};

export const DEFAULT_PROFILE: Profile = {
  authorSignature: '',
  creativeGoals: [],
  bannedTopics: [],
  preferredVisualStyle: '',
  preferredMusicDirection: '',
  pacingPreference: 3,
  ethicalGuardrails: [],
  subtitlePolicy: { additionalLanguages: [], style: 'clean' },
  governanceMode: 'balanced',
  modelRouting: { generalBrain: 'provider_d', assetGenerator: 'provider_a', riskTolerance: 'medium' },
};

/** The profile that a request asks for, with the defaults filled in. A filled profile is left as it is. */
export const profileOf = (requested: RequestedProfile): Profile => ({
  ...DEFAULT_PROFILE,
  ...requested,
  subtitlePolicy: { ...DEFAULT_PROFILE.subtitlePolicy, ...requested.subtitlePolicy },
  modelRouting: { ...DEFAULT_PROFILE.modelRouting, ...requested.modelRouting },
});
