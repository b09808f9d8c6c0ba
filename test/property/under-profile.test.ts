/** A creative profile where it meets any request. */
import { deepStrictEqual as same, ok } from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { profileOf } from '../../src/application/settings/profile.ts';
import { bannedTopicIn, styleUnder } from '../../src/application/settings/under-profile.ts';
import { breaks, holds } from '../support/property/property.ts';

const RUNS = 500;

/** Few letters, so that words are often parts of others. */
const word = fc.stringMatching(/^[ab]{1,3}$/);
const words = fc.array(word, { minLength: 1, maxLength: 6 });
const searched = fc.record({ topic: fc.array(word, { minLength: 1, maxLength: 2 }), text: words });

/** The same word as a person may write it. */
const DISGUISES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.replaceAll('a', 'á'),
  (text) => text.replaceAll('a', 'a\u0308').replaceAll(' ', ', '),
];

type Search = typeof bannedTopicIn;

/** Found where the words of the topic follow each other in the text, however they are written, and nowhere else. */
const searchLaw =
  (search: Search) =>
  ({ topic, text }: { topic: readonly string[]; text: readonly string[] }): void => {
    const isThere = text.some((_, at) => topic.every((each, index) => text[at + index] === each));
    for (const disguise of DISGUISES) {
      const profile = { bannedTopics: [disguise(topic.join(' '))] };
      for (const other of DISGUISES) {
        same(search(profile, ['zz', other(text.join(' '))]) !== undefined, isThere);
      }
    }
  };

test('a topic is found where its words follow each other, in any case and accents, and nowhere else', (t) => {
  t.notThrows(() => holds(searched, searchLaw(bannedTopicIn), RUNS));
});

const brokenSearches: Readonly<Record<string, Search>> = {
  'takes parts of words for words': ({ bannedTopics }, texts) =>
    bannedTopics.find((topic) => texts.some((text) => text.toLowerCase().includes(topic.toLowerCase()))),
  'looks at the first text only': (profile, texts) => bannedTopicIn(profile, texts.slice(0, 1)),
  'takes the words in any order': ({ bannedTopics }, texts) =>
    bannedTopics.find((topic) => topic.split(' ').every((each) => bannedTopicIn({ bannedTopics: [each] }, texts))),
};

for (const [name, broken] of Object.entries(brokenSearches)) {
  test(`sabotage: a search that ${name} is found`, (t) => {
    t.true(breaks(searched, searchLaw(broken), RUNS));
  });
}

const note = fc.constantFrom('ink', 'oil', 'noir');
const styled = fc.record({
  style: fc.option(note, { nil: '' }),
  avoided: fc.array(fc.constantFrom('weapons', 'blood'), { maxLength: 2 }),
  styleNotes: fc.option(note),
  negativePrompt: fc.option(fc.constantFrom('rain', 'fog')),
});
type Styled = typeof styled extends fc.Arbitrary<infer T> ? T : never;

/** The request's own notes win; its own negative words stay first, and each guardrail's words follow. */
const styleLaw =
  (under: typeof styleUnder) =>
  ({ style, avoided, styleNotes, negativePrompt }: Styled): void => {
    const ethicalGuardrails = avoided.map((thing) => `Avoid ${thing}`);
    const made = under(profileOf({ preferredVisualStyle: style, ethicalGuardrails }), { styleNotes, negativePrompt });
    same(made.styleNotes, styleNotes ?? (style === '' ? null : style));
    ok((made.negativePrompt ?? '').startsWith(negativePrompt ?? ''));
    same(
      (made.negativePrompt ?? '').split(', ').filter((each) => each !== ''),
      [...(negativePrompt === null ? [] : [negativePrompt]), ...avoided],
    );
  };

test('notes of a request stay, and words to avoid are added to its own', (t) => {
  t.notThrows(() => holds(styled, styleLaw(styleUnder), RUNS));
});

const brokenStyles: Readonly<Record<string, typeof styleUnder>> = {
  'puts the profile before the request': (profile, own) => styleUnder(profile, { ...own, styleNotes: null }),
  'drops the words of the request': (profile, own) => styleUnder(profile, { ...own, negativePrompt: null }),
  'drops the guardrails': (profile, own) => styleUnder({ ...profile, ethicalGuardrails: [] }, own),
};

for (const [name, broken] of Object.entries(brokenStyles)) {
  test(`sabotage: a style that ${name} is found`, (t) => {
    t.true(breaks(styled, styleLaw(broken), RUNS));
  });
}
