/** Speech as it is heard: times, words, languages and odd texts. */
import test, { type ExecutionContext } from 'ava';
import { spokenMs } from '../../../../src/application/work/speech/spoken.ts';
import { createServiceSpeech } from '../../../../src/engines/service-speech/create-service-speech.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Caption, SpeechRequest } from '../../../../src/ports/engine.ts';
import { jobsHere } from '../../../support/engines/jobs-here.ts';
import { levelOf, loudnessOf, type Made, makeSound, truePeakOf } from '../../../support/engines/sound.ts';

/** Of the default voice, which is that of `en`: the same bytes below. */
const DEFAULT = 'speech-2.8-hd';

type Line = SpeechRequest['lines'][number];

const line = (text: string, startMs: number | null = null): Line => ({ text, startMs });

type Spoken = Made & { readonly words: readonly Caption[] };

const speak = async (
  t: ExecutionContext,
  lines: readonly Line[],
  voice = DEFAULT,
  partCharsMax?: number,
): Promise<Spoken> => {
  const engine = createServiceSpeech({ children: jobsHere }, partCharsMax);
  const made = await makeSound(t, engine, { makes: 'speech', lines, voice });
  const [words] = made.output.attachments ?? [];
  t.like(words, { name: 'words', contentType: 'application/json' });
  return { ...made, words: JSON.parse(Buffer.from(words?.content ?? []).toString()) as readonly Caption[] };
};

/** Words are in the sound, one after another, and there is sound at each. */
const areTimed = (t: ExecutionContext, { words, sound }: Spoken): void => {
  let before = 0;
  for (const word of words) {
    t.true(word.startMs >= before && word.startMs <= word.endMs, JSON.stringify(word));
    t.true(levelOf(sound, word.startMs, word.endMs) > 0.005, `${JSON.stringify(word)} is silent`);
    before = word.endMs;
  }
  t.true(before <= sound.seconds * 1_000 + 1);
};

test('speech of several parts has the same words at the same times', async (t) => {
  const lines = [line('... !'), line('The harbour is quiet.'), line('Ada waits.', 3_000), line('The boats are home.')];
  const whole = await speak(t, lines);
  for (const charsMax of [1, 25, 40]) {
    const parted = await speak(t, lines, DEFAULT, charsMax);
    areTimed(t, parted);
    t.is(parted.words.length, whole.words.length);
    for (const [n, { text, startMs }] of whole.words.entries()) {
      t.is(parted.words[n]?.text, text);
      // The noise of the machine begins anew in each part.
      t.true(Math.abs((parted.words[n]?.startMs ?? 0) - startMs) < 30, `${text} of ${charsMax} characters`);
    }
    t.true(Math.abs(parted.sound.seconds - whole.sound.seconds) < 0.03);
  }
});

const texts: Readonly<Record<string, string>> = {
  en: 'The harbour is quiet, and the boats are home.',
  es: 'El puerto está tranquilo y los barcos han vuelto.',
  de: 'Der Hafen ist ruhig, und die Boote sind zurück.',
  pt: 'O porto está calmo e os barcos voltaram.',
  fr: 'Le port est calme et les bateaux sont rentrés.',
  ja: 'みなとは しずかです。ふねは かえりました。',
  zh: '港口很安静，船都回来了。',
  ru: 'В порту тихо, и лодки уже дома.',
};

for (const [voice, text] of Object.entries(texts)) {
  test(`the voice ${voice} speaks, at -16 LUFS without a clipped peak, and its words are timed`, async (t) => {
    const spoken = await speak(t, [line(text)], voice);
    const { output, sound, words } = spoken;
    t.is(output.contentType, 'audio/wav');
    t.is(sound.channels.length, 1);
    t.true(sound.seconds > 1.5 && sound.seconds < 10, `${sound.seconds} s`);
    t.true(Math.abs((output.durationMs ?? 0) - sound.seconds * 1_000) < 1);
    t.true(Math.abs(loudnessOf(sound) + 16) < 2, `${loudnessOf(sound)} LUFS`);
    t.true(truePeakOf(sound) < -1);
    t.is(words.map((word) => word.text).join(''), text.replaceAll(' ', ''));
    areTimed(t, spoken);
  });
}

test('the first of the voices is the default id, and all of them are named', (t) => {
  const { voices = [] } = createServiceSpeech({ children: jobsHere });
  t.deepEqual(
    voices.map(({ id }) => id),
    [DEFAULT, ...Object.keys(texts)],
  );
});

test('languages sound different', async (t) => {
  const [one, other] = await Promise.all([speak(t, [line('Radio')], 'en'), speak(t, [line('Radio')], 'de')]);
  t.false(one.bytes.equals(other.bytes));
});

test('a line begins at its start, or when the line before it ends', async (t) => {
  const lines = [line('One.', 1_000), line('Two, which is longer.', 1_100), line('Three.', 4_000), line('Four.')];
  const spoken = await speak(t, lines);
  const begins = new Map(spoken.words.map((word) => [word.text, word.startMs]));
  const of = (word: string): number => begins.get(word) ?? NaN;
  t.is(levelOf(spoken.sound, 0, 1_000), 0);
  t.true(of('One.') >= 1_000 && of('One.') < 1_150);
  t.true(of('Two,') > 1_300 && of('Two,') < 2_500);
  t.true(of('Three.') >= 4_000 && of('Three.') < 4_150);
  t.true(of('Four.') > of('Three.') + 200 && of('Four.') < 6_000);
  areTimed(t, spoken);
});

test('the same request gives the same bytes', async (t) => {
  const lines = [line('Said twice. And on.'), line('And more.', 2_000)];
  // The default voice is the English one: the same request by its other name.
  const [one, again] = await Promise.all([speak(t, lines), speak(t, lines, 'en')]);
  t.true(one.bytes.equals(again.bytes));
  t.deepEqual(one.words, again.words);
});

const hostile: readonly (readonly [name: string, text: string])[] = [
  ['markup', 'a <speak><break time="3600s"/><audio src="file:x"/> b & &amp; &#0;'],
  ['control characters', 'a \u0000\u0001\u0002 \u001b[31m \u009b \ufeff b'],
  ['phonemes and commands', 'a [[ [[x x]] \\mrk=1\\ {{ $(id) `id` b'],
  ['emoji', '😀 👩‍👩‍👧‍👦 🏳️‍🌈 smile'],
  ['a script from right to left', 'שלום مر \u202e\u2066 end'],
  ['lone surrogates', 'a \ud800 b \udfff c'],
  ['combining marks', `a${'\u0301'.repeat(2_000)} b`],
  ['one endless word', 'la'.repeat(limits.speechWordCharsMax / 2 + 1)],
  ['digits', '1'.repeat(20)],
];

for (const [name, text] of hostile) {
  test(`${name}: spoken, with words in order`, async (t) => {
    const { words, sound } = await speak(t, [line(text)]);
    t.true(words.length > 0 && sound.seconds > 0.3);
    for (const [n, word] of words.entries()) t.true(word.startMs >= (words[n - 1]?.endMs ?? 0), JSON.stringify(word));
  });
}

const refused: readonly (readonly [name: string, lines: readonly Line[], voice?: string])[] = [
  ['an unknown voice', [line('Hello.')], 'other'],
  ['a voice that is a path', [line('Hello.')], '../../en'],
  ['no line', []],
  ['nothing to say', [line(''), line(' … \n')]],
  ['100,000 characters', [line('word '.repeat(20_000))]],
  ['too many lines', Array.from({ length: limits.speechLinesMax + 1 }, () => line('a'))],
  ['a start past the longest sound', [line('late', limits.speechMsMax)]],
  ['a start that is no time', [line('never', NaN)]],
];

for (const [name, lines, voice] of refused) {
  test(`${name}: rejected`, async (t) => {
    const error = await t.throwsAsync(speak(t, lines, voice));
    t.true(isFault(error, 'rejected'), String(error));
  });
}

test('without its package it says so, and speaks nothing', async (t) => {
  const resolve = (name: string): string => {
    throw new Error(`there is no ${name}`);
  };
  const engine = createServiceSpeech({ children: jobsHere, resolve });
  t.false(await engine.available());
  t.regex(engine.limitations[0] ?? '', /not installed/);
  t.is(engine.notInstalled, engine.limitations[0]);
  t.is(engine.voices?.[0]?.id, DEFAULT);
  const error = await t.throwsAsync(makeSound(t, engine, { makes: 'speech', lines: [line('Hello.')], voice: 'en' }));
  t.true(isFault(error, 'unavailable'));
});

/** Lines of a film. Speech that takes longer than expected is cut off at its end. */
const filmLines: readonly (readonly [voice: string, text: string])[] = [
  ['en', texts['en'] ?? ''],
  ['en', 'In 1984 the town had 25,000 people, 1,200 houses and 365 lamps.'],
  ['en', 'Sale: 50% off, only $9.99 each, call 0123 456 789!'],
  ['en', 'A party 🎉 with a cake 🎂 at 9:45.'],
  ['de', 'Im Jahr 1984 lebten hier 25.000 Menschen.'],
  ['ja', texts['ja'] ?? ''],
  ['ru', 'В 1984 году здесь жили 25 000 человек.'],
  ['zh', '艾达在厨房的桌子旁边读一封很长的信，窗外下着雨，老钟慢慢地敲响。'],
  ['zh', '他说：今天是2024年5月1日。'],
];

test('numbers, prices and Chinese take no longer to say than a film expects', async (t) => {
  for (const [voice, text] of filmLines) {
    const { sound } = await speak(t, [line(text)], voice);
    t.true(sound.seconds * 1_000 <= spokenMs(text), `${text}: ${sound.seconds} s, expected ${spokenMs(text)} ms`);
  }
});
