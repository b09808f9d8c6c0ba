/** Creative settings (spec, CreativeAgentSettingsRequest). */
import { limits } from '../../../kernel/limits.ts';
import { array, integer, named, namedObject, oneOf, optional, string } from '../../../kernel/shape.ts';
import type { BodyRule } from '../operation.ts';
import { foldedWords } from '../../../application/settings/folded-words.ts';
import { text, yes } from './common.ts';

const language = named(
  'SubtitleLanguage',
  oneOf(['en', 'es', 'de', 'pt', 'fr', 'ja', 'zh', 'ru'], { examples: ['de'] }),
);
const subtitleStyle = named('SubtitleStyle', oneOf(['verbatim', 'clean', 'cinematic'], { default: 'clean' }));
const generalBrain = named('GeneralBrain', oneOf(['provider_d'], { default: 'provider_d' }));
const assetGenerator = named('AssetGenerator', oneOf(['provider_a'], { default: 'provider_a' }));
const riskTolerance = named('RiskTolerance', oneOf(['low', 'medium', 'high'], { default: 'medium' }));
const governanceMode = named('GovernanceMode', oneOf(['strict', 'balanced', 'creative'], { default: 'balanced' }));
const narrativeTone = named(
  'NarrativeTone',
  oneOf(['cinematic', 'documentary', 'educational', 'experimental', 'commercial'], { examples: ['documentary'] }),
);

const texts = (maxItems: number, maxLength: number, example: string) =>
  array(string({ minLength: 1, maxLength, examples: [example] }), { maxItems });

const additionalLanguages = array(language, { maxItems: limits.additionalLanguagesMax });

const authorSignature = string({ maxLength: limits.authorSignatureCharsMax, examples: ['A. Lovelace'] });
const creativeGoals = texts(limits.creativeGoalsMax, limits.creativeGoalCharsMax, 'Quiet stories of the sea');
const bannedTopics = texts(limits.bannedTopicsMax, limits.bannedTopicCharsMax, 'gambling');
const visualStyle = string({ maxLength: limits.visualStyleCharsMax, examples: ['Ink and wash, crisp detail.'] });
const musicDirection = string({ maxLength: limits.musicDirectionCharsMax, examples: ['Slow strings, no drums.'] });
const pacing = integer({ minimum: 1, maximum: limits.pacingMax, examples: [3] });
const guardrails = texts(limits.ethicalGuardrailsMax, limits.ethicalGuardrailCharsMax, 'Avoid weapons');

export const creativeSettingsRequest = namedObject('CreativeAgentSettingsRequest', {
  authorSignature: optional(authorSignature),
  creativeGoals: optional(creativeGoals),
  bannedTopics: optional(bannedTopics),
  preferredNarrativeTone: optional(narrativeTone),
  preferredVisualStyle: optional(visualStyle),
  preferredMusicDirection: optional(musicDirection),
  pacingPreference: optional(pacing),
  ethicalGuardrails: optional(guardrails),
  subtitlePolicy: optional(
    namedObject('SubtitlePolicyRequest', {
      primaryLanguage: optional(language),
      additionalLanguages: optional(additionalLanguages),
      style: optional(subtitleStyle),
    }),
  ),
  governanceMode: optional(governanceMode),
  modelRouting: optional(
    namedObject('ModelRoutingRequest', {
      generalBrain: optional(generalBrain),
      assetGenerator: optional(assetGenerator),
      riskTolerance: optional(riskTolerance),
    }),
  ),
});

const creativeSettings = namedObject(
  'CreativeSettings',
  {
    authorSignature,
    creativeGoals,
    bannedTopics,
    preferredNarrativeTone: optional(narrativeTone),
    preferredVisualStyle: visualStyle,
    preferredMusicDirection: musicDirection,
    pacingPreference: pacing,
    ethicalGuardrails: guardrails,
    subtitlePolicy: namedObject('SubtitlePolicy', {
      primaryLanguage: optional(language),
      additionalLanguages,
      style: subtitleStyle,
    }),
    governanceMode,
    modelRouting: namedObject('ModelRouting', { generalBrain, assetGenerator, riskTolerance }),
  },
  { description: 'With defaults filled in; a tone and a primary language are absent until they are chosen' },
);

export const settingsAnswer = namedObject('CreativeSettingsAnswer', {
  ok: yes,
  settings: creativeSettings,
  limitations: array(text('creativeGoals are kept, and steer no work'), {
    description: 'Parts of the profile that this deployment keeps and does not follow',
  }),
});

/** A topic is searched for by its words: without one it would ban nothing, in silence. */
export const topicsHaveWords: BodyRule<{ readonly bannedTopics?: readonly string[] }> = {
  of: ['bannedTopics'],
  flaws: ({ bannedTopics = [] }) =>
    bannedTopics.flatMap((topic, index) =>
      foldedWords(topic) === ''
        ? [{ pointer: `/bannedTopics/${index}`, message: 'must have a letter or a digit' }]
        : [],
    ),
};
