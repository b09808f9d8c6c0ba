/** The one place where a creative profile meets a request: each function says what becomes of a part. Pure. */
import type { Profile } from './profile.ts';

/** The first banned topic that a text speaks of; undefined for none. */
export const bannedTopicIn = (
  { bannedTopics }: Pick<Profile, 'bannedTopics'>,
  texts: readonly string[],
): string | undefined => {
  if (bannedTopics.length === 0) return undefined;
  const folded = texts.map(foldedWords);
  return bannedTopics.find((topic) => {
    const words = foldedWords(topic);
    return folded.some((text) => hasWords(text, words));
  });
};

type Style = { readonly styleNotes: string | null; readonly negativePrompt: string | null };

/** Of a picture or a clip. Style notes of the request stay alone; words to avoid are added to those of the request. */
export const styleUnder = (profile: Profile, { styleNotes, negativePrompt }: Style): Style => ({
  styleNotes: styleNotes ?? joined([profile.preferredVisualStyle.trim(), toneOf(profile)], ' '),
  negativePrompt: joined([negativePrompt ?? '', ...profile.ethicalGuardrails.map(avoidedBy)], ', '),
});

const toneOf = ({ preferredNarrativeTone: tone }: Profile): string => (tone === undefined ? '' : `Tone: ${tone}.`);

/** "Avoid weapons" has words to avoid. "Diverse casts" has none: as negative words it would ask for the reverse. */
const avoidedBy = (guardrail: string): string => AVOIDS.exec(guardrail)?.[1]?.replace(/[\s.!]+$/, '') ?? '';

const AVOIDS =
  /^\s*(?:avoid|no|without|(?:never|do not|don['’]t)(?: show| depict| include| use| portray)?)\s+(\S[^]*)$/i;

/** Of music: the direction follows the prompt. */
export const musicUnder = ({ preferredMusicDirection }: Profile, prompt: string): string =>
  joined([prompt, preferredMusicDirection.trim()], '\n') ?? prompt;

const joined = (parts: readonly string[], between: string): string | null => {
  const said = parts.filter((part) => part !== '');
  return said.length === 0 ? null : said.join(between);
};

/** The language of a film's words: as they tell it, else the primary one; null where neither is known. */
export const languageUnder = ({ subtitlePolicy }: Profile, told: string | null): string | null =>
  told ?? subtitlePolicy.primaryLanguage ?? null;

/** No words are translated. */
export const languageLimits = ({ subtitlePolicy }: Profile, told: string | null): readonly string[] => {
  const { primaryLanguage: wanted } = subtitlePolicy;
  if (wanted === undefined || told === null || told === wanted) return [];
  return [`the words are not in ${wanted}, the primary language of your settings: they are not translated`];
};

/** The parts of a profile that this service keeps and does not follow. */
export const limitationsOf = (profile: Profile): readonly string[] => {
  const { subtitlePolicy, modelRouting, ethicalGuardrails } = profile;
  const unfollowed: readonly (readonly [applies: boolean, text: string])[] = [
    [profile.authorSignature !== '', 'authorSignature is kept, and written on nothing'],
    [profile.creativeGoals.length > 0, 'creativeGoals are kept, and steer no work'],
    [profile.pacingPreference !== 3, 'pacingPreference is kept: scenes have their length by the request'],
    [
      ethicalGuardrails.some((guardrail) => avoidedBy(guardrail) === ''),
      'ethicalGuardrails that do not begin like "avoid", "no" or "never" are kept, and steer no work',
    ],
    [
      subtitlePolicy.additionalLanguages.length > 0,
      'subtitlePolicy.additionalLanguages are kept: no words are translated',
    ],
    [subtitlePolicy.style !== 'clean', 'subtitlePolicy.style is kept: captions are the spoken words'],
    [modelRouting.riskTolerance !== 'medium', 'modelRouting.riskTolerance is kept, and chooses no engine'],
  ];
  return unfollowed.flatMap(([applies, text]) => (applies ? [text] : []));
};

/**
 * The base of a search for whole words, without case, accents and marks. Words with a space between them; empty for a
 * text without a letter or a digit.
 */
export const foldedWords = (text: string): string => {
  const plain = text.normalize('NFKD').replace(UNSEEN, '').toUpperCase().toLowerCase().normalize('NFC');
  return (plain.match(WORDS) ?? []).join(' ');
};

/**
 * Accents of Latin, Greek and Cyrillic letters: marks of other scripts are part of the word. And what no reader sees,
 * such as a soft hyphen; a space of no width does part words.
 */
const UNSEEN = /[\u0300-\u036f]|(?!\u200b)\p{Default_Ignorable_Code_Point}/gu;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** Both folded. Scripts without spaces, and Korean with its endings, have no whole words: any place counts. */
const hasWords = (text: string, words: string): boolean =>
  words !== '' && (UNSPACED.test(words) ? text.includes(words) : ` ${text} `.includes(` ${words} `));

const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const UNSPACED = new RegExp(`[${SCRIPTS.map((name) => `\\p{Script=${name}}`).join('')}]`, 'u');
