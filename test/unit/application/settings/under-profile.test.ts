/** A creative profile where it meets a request. */
import test from 'ava';
import {
  DEFAULT_PROFILE,
  type Profile,
  profileOf,
  type RequestedProfile,
} from '../../../../src/application/settings/profile.ts';
import {
  bannedTopicIn,
  languageLimits,
  languageUnder,
  limitationsOf,
  musicUnder,
  styleUnder,
} from '../../../../src/application/settings/under-profile.ts';
import { limits } from '../../../../src/kernel/limits.ts';

const OPEN = { styleNotes: null, negativePrompt: null };
const under = (profile: RequestedProfile, own: Parameters<typeof styleUnder>[1] = OPEN) =>
  styleUnder(profileOf(profile), own);

const finds = (topic: string, text: string): boolean => bannedTopicIn({ bannedTopics: [topic] }, [text]) === topic;

const FOUND: readonly (readonly [topic: string, text: string])[] = [
  ['war', 'A film about War.'],
  ['war', "the war's end"],
  ['Café', 'INT. CAFE - DAY'],
  ['cafe', 'Ein CAFÉ am Hafen'],
  ['civil war', 'the Civil-War, retold'],
  ['straße', 'AUF DER STRASSE'],
  ['война', 'О ВОЙНЕ и мире: война'],
  ['戦争', '戦争のない世界'],
  ['がん', 'がんの話'],
  ['전쟁', '전쟁은 끝났다'],
  ['9/11', 'after 9 11'],
  ['gambling', 'a game of gamb\u00adling'],
  ['war', 'the war\u200bzone'],
];

const MISSED: readonly (readonly [topic: string, text: string])[] = [
  ['war', 'a warm day, toward home'],
  ['war', 'wars'],
  ['civil war', 'a civil man at war'],
  ['かん', 'がんの話'],
  ['!!!', 'stop!!!'],
];

test('a topic is found as whole words, in any case and with any accents', (t) => {
  for (const [topic, text] of FOUND) t.true(finds(topic, text), `${topic}: ${text}`);
  for (const [topic, text] of MISSED) t.false(finds(topic, text), `${topic}: ${text}`);
});

test('sabotage: a search for parts of words, and one by case, are found out by these texts', (t) => {
  t.true(MISSED.some(([topic, text]) => text.includes(topic)));
  t.true(FOUND.some(([topic, text]) => !text.includes(topic)));
});

test('the first banned topic of the settings is named, for any of the texts', (t) => {
  const profile = { bannedTopics: ['gambling', 'war'] };
  t.is(bannedTopicIn(profile, ['a quay', 'a war over gambling']), 'gambling');
  t.is(bannedTopicIn(profile, ['a quay', 'a boat']), undefined);
  t.is(bannedTopicIn({ bannedTopics: [] }, ['a war']), undefined);
});

test('the defaults change nothing', (t) => {
  t.deepEqual(under({}), OPEN);
  const own = { styleNotes: 'oil', negativePrompt: 'rain' };
  t.deepEqual(under({}, own), own);
  t.is(musicUnder(DEFAULT_PROFILE, 'rain'), 'rain');
  t.is(languageUnder(DEFAULT_PROFILE, 'de'), 'de');
  t.is(languageUnder(DEFAULT_PROFILE, null), null);
  t.deepEqual(limitationsOf(DEFAULT_PROFILE), []);
});

test('style and tone are the notes of a request without notes, and of no other', (t) => {
  const profile = { preferredVisualStyle: ' Ink and wash. ', preferredNarrativeTone: 'documentary' } as const;
  t.is(under(profile).styleNotes, 'Ink and wash. Tone: documentary.');
  t.is(under({ preferredNarrativeTone: 'commercial' }).styleNotes, 'Tone: commercial.');
  t.is(under(profile, { ...OPEN, styleNotes: 'oil' }).styleNotes, 'oil');
  const longest = under({ ...profile, preferredVisualStyle: 'x'.repeat(limits.visualStyleCharsMax) }).styleNotes;
  t.true((longest?.length ?? 0) <= limits.styleNotesCharsMax);
});

test('a guardrail that says to avoid a thing makes words to avoid, beside those of the request; no other does', (t) => {
  const ethicalGuardrails = [
    'Avoid weapons.',
    'never show blood',
    'Don’t depict smoking!',
    'NO logos',
    'Diverse casts',
  ];
  t.is(under({ ethicalGuardrails }).negativePrompt, 'weapons, blood, smoking, logos');
  const own = { ...OPEN, negativePrompt: 'rain' };
  t.is(under({ ethicalGuardrails }, own).negativePrompt, 'rain, weapons, blood, smoking, logos');
  t.is(under({ ethicalGuardrails: ['Notes of hope', 'avoid', 'Diverse casts'] }).negativePrompt, null);
});

test('the direction of music follows its prompt', (t) => {
  t.is(musicUnder(profileOf({ preferredMusicDirection: 'Slow strings.' }), 'rain'), 'rain\nSlow strings.');
});

test('words tell their language, and the primary one is for words that do not', (t) => {
  const profile = profileOf({ subtitlePolicy: { primaryLanguage: 'de' } });
  t.is(languageUnder(profile, 'fr'), 'fr');
  t.is(languageUnder(profile, null), 'de');
  t.deepEqual(languageLimits(profile, 'de'), []);
  t.deepEqual(languageLimits(profile, null), []);
  t.regex(languageLimits(profile, 'fr')[0] ?? '', /not in de.*not translated/);
});

test('each part that steers nothing is named', (t) => {
  const unfollowed: readonly (readonly [name: keyof Profile, profile: RequestedProfile])[] = [
    ['authorSignature', { authorSignature: 'A. Lovelace' }],
    ['creativeGoals', { creativeGoals: ['hope'] }],
    ['pacingPreference', { pacingPreference: 1 }],
    ['ethicalGuardrails', { ethicalGuardrails: ['Diverse casts'] }],
    ['subtitlePolicy', { subtitlePolicy: { additionalLanguages: ['fr'] } }],
    ['subtitlePolicy', { subtitlePolicy: { style: 'verbatim' } }],
    ['modelRouting', { modelRouting: { riskTolerance: 'high' } }],
  ];
  for (const [name, profile] of unfollowed) {
    const [text = '', ...others] = limitationsOf(profileOf(profile));
    t.true(text.startsWith(name) && others.length === 0, `${name}: ${text}`);
  }
  const followed = { bannedTopics: ['war'], ethicalGuardrails: ['Avoid weapons'], preferredVisualStyle: 'ink' };
  t.deepEqual(limitationsOf(profileOf(followed)), []);
});
