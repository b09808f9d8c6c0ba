/** Creative settings (spec, CreativeAgentSettingsRequest). */
import { foldedWords } from '../../../application/settings/under-profile.ts';
import { limits } from '../../../kernel/limits.ts';
import { array, integer, named, namedObject, oneOf, optional, string } from '../../../kernel/shape.ts';
import { type BodyRule, declaring } from '../operation.ts';
import { text, yes } from '../shapes/common.ts';

const declare = declaring('settings');

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

const creativeSettingsRequest = namedObject('CreativeAgentSettingsRequest', {
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

const settingsAnswer = namedObject('CreativeSettingsAnswer', {
  ok: yes,
  settings: creativeSettings,
  limitations: array(text('creativeGoals are kept, and steer no work'), {
    description: 'Parts of the profile that this deployment keeps and does not follow',
  }),
});

/** A topic is searched for by its words: without one it would ban nothing, in silence. */
const topicsHaveWords: BodyRule<{ readonly bannedTopics?: readonly string[] }> = {
  of: ['bannedTopics'],
  flaws: ({ bannedTopics = [] }) =>
    bannedTopics.flatMap((topic, index) =>
      foldedWords(topic) === ''
        ? [{ pointer: `/bannedTopics/${index}`, message: 'must have a letter or a digit' }]
        : [],
    ),
};

const PATH = '/api/v1/user/settings/creative';

export const getCreativeSettings = declare({
  method: 'GET',
  path: PATH,
  summary: 'The creative profile of the caller',
  description: 'The profile that the caller has in the current workspace, with defaults filled in.',
  authority: 'Read',
  answers: { 200: settingsAnswer },
  errors: ['content_lost'],
});

export const saveCreativeSettings = declare({
  method: 'PUT',
  path: PATH,
  summary: 'Replace the creative profile of the caller',
  description:
    'Replaces the whole profile: a member that is left out has its default again. The `settings` of a GET are a ' +
    'body that this call takes as it is, and its ETag an `If-Match` that guards against a write in between. ' +
    'Banned topics block plans and refuse other paid calls, by whole words of ' +
    'their prompts. Style, tone, music and words to avoid reach the prompts of work that starts from then on; ' +
    '`limitations` names the parts that steer nothing.',
  authority: 'Mutate',
  body: creativeSettingsRequest,
  rules: [topicsHaveWords],
  answers: { 200: settingsAnswer },
  links: { 200: { read: { operationId: 'getCreativeSettings' } } },
  errors: ['revision_mismatch'],
  ifMatch: true,
});
