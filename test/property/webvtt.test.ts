/** Captions of any words: as many cues as captions, each with its own text and no markup. */
import test from 'ava';
import fc from 'fast-check';
import { doesNotMatch, match, strictEqual } from 'node:assert/strict';
import { webvtt } from '../../src/engines/service-video/webvtt.ts';
import type { Caption } from '../../src/ports/engine.ts';
import { anyText } from '../support/property/any-text.ts';
import { breaks, holds } from '../support/property/property.ts';

const texts = fc.oneof(
  anyText({ maxLength: 20 }),
  fc
    .array(
      fc.constantFrom('\r', '\n', '\r\n', '-->', ' ', 'a', '<b>', '&amp;', '00:00:01.000', 'NOTE', 'STYLE', 'WEBVTT'),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('a\n\n00:00:00.000 --> 99:00:00.000\nforged', '</c><script>', '\u202Etxt', '../../x', '\u0085\u2028'),
);
const captions = fc.array(
  fc.record({ text: texts, startMs: fc.nat({ max: 7_200_000 }), endMs: fc.nat({ max: 7_200_000 }) }),
  { maxLength: 5 },
);

const TIMES = /^\d{2,}:[0-5]\d:[0-5]\d\.\d{3} --> \d{2,}:[0-5]\d:[0-5]\d\.\d{3}$/;

/** WebVTT, section 6.1: a line with an arrow begins a cue, and a blank line ends it. */
const law =
  (write: (all: readonly Caption[]) => string) =>
  (all: readonly Caption[]): void => {
    const lines = write(all).split(/\r\n|\r|\n/);
    strictEqual(lines[0], 'WEBVTT');
    const cues = lines.flatMap((line, at) => (line.includes('-->') ? [at] : []));
    strictEqual(cues.length, all.length);
    for (const [index, at] of cues.entries()) {
      match(lines[at] ?? '', TIMES);
      strictEqual(lines[at - 1], '', 'a cue begins after a blank line');
      const text = lines[at + 1] ?? '';
      doesNotMatch(text, /<|>|&(?!amp;|lt;|gt;)/);
      const read = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
      strictEqual(read, (all[index]?.text ?? '').replaceAll(/\s*[\r\n]+\s*/g, ' ').trim());
      strictEqual(lines[at + 2], '', 'and ends with one');
    }
  };

const whole = (all: readonly Caption[]): string => webvtt(all, Infinity);

test('the words of a caption make no cue, no end of one and no markup', (t) => {
  t.notThrows(() => holds(captions, law(whole), 2_000));
});

test('a caption ends with its film, and one that begins after it is none of it', (t) => {
  const spoken = [
    { text: 'cut off', startMs: 4_000, endMs: 6_553 },
    { text: 'never heard', startMs: 6_600, endMs: 7_000 },
  ];
  t.is(webvtt(spoken, 5_000), 'WEBVTT\n\n00:00:04.000 --> 00:00:05.000\ncut off\n');
});

test('sabotage: captions that are written as they come are found', (t) => {
  const raw = (all: readonly Caption[]): string =>
    all.reduce(
      (file, { text }, index) => file.replace(`<${index}>`, () => text),
      whole(all.map((one, index) => ({ ...one, text: `<${index}>` }))).replace(/&lt;(\d)&gt;/g, '<$1>'),
    );
  t.true(breaks(captions, law(raw), 2_000));
});
