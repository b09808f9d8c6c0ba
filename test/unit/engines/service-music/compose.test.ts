/** Notes of a piece: in time, in key, from the beginning to the end of the length. */
import test from 'ava';
import { briefOf } from '../../../../src/engines/service-music/brief.ts';
import { compose, formOf } from '../../../../src/engines/service-music/compose.ts';
import { scales } from '../../../../src/engines/service-music/harmony.ts';
import type { Note } from '../../../../src/engines/service-music/note.ts';

const DRUMS = 9;

const piece = (prompt: string, seconds: number, seed = 1) => {
  const brief = briefOf({ makes: 'music', prompt, durationMs: seconds * 1_000, instrumental: true, seed });
  return { brief, bars: [...compose(brief, seconds, `${seed}\n${prompt}`)] };
};

const prompts = [
  'happy pop',
  'sad piano',
  'epic battle, 100 bpm',
  'jazz at night',
  'angry metal, very fast',
  'waltz',
  'ambient space',
  'hip hop',
  'horror',
];

for (const prompt of prompts) {
  test(`${prompt}: notes are in order, in key and within the length`, (t) => {
    for (const seconds of [1, 3.2, 15, 61]) {
      const { brief, bars } = piece(prompt, seconds);
      const notes = bars.flat();
      t.true(notes.length > 0);
      const allowed = new Set(scales[brief.key.scale].map((step) => (brief.key.tonic + step) % 12));
      for (const note of notes) {
        t.true(note.at >= 0 && note.lasts > 0 && note.at + note.lasts <= seconds + 1.5, JSON.stringify(note));
        t.true(note.key >= 24 && note.key <= 108 && note.velocity >= 1 && note.velocity <= 127, JSON.stringify(note));
        t.true(note.channel === DRUMS || allowed.has(note.key % 12), JSON.stringify(note));
      }
      const begins = notes.map(({ at }) => at);
      t.deepEqual(
        begins,
        begins.toSorted((a, b) => a - b),
      );
    }
  });
}

test('the closing chord is the tonic, and rings to the end', (t) => {
  for (const seconds of [1, 7, 30, 200]) {
    const { brief, bars } = piece('hopeful pop', seconds);
    const last = bars.at(-1) ?? [];
    t.true(last.every(({ at, lasts, channel }) => channel === DRUMS || Math.abs(at + lasts - seconds) < 1e-6));
    const lowest = Math.min(...last.filter(({ channel }) => channel !== DRUMS).map(({ key }) => key));
    t.is(Math.abs(lowest - brief.key.tonic) % 12, 0);
  }
});

const onsetsPerSecond = (bars: readonly (readonly Note[])[], seconds: number): number => bars.flat().length / seconds;

test('a fast angry piece has many more notes than a slow calm one', (t) => {
  t.true(
    onsetsPerSecond(piece('very fast angry rock', 60).bars, 60) >
      4 * onsetsPerSecond(piece('very slow calm piano', 60).bars, 60),
  );
});

test('strokes fall on the beat of the asked pace', (t) => {
  const { bars } = piece('pop with drums, 120 bpm', 30);
  const kicks = bars.flat().filter(({ channel, key }) => channel === DRUMS && key === 36);
  t.true(kicks.length > 10);
  for (const { at } of kicks) t.true(Math.abs(at / 0.125 - Math.round(at / 0.125)) < 1e-6);
});

test('another seed is another piece, the same seed the same one', (t) => {
  t.deepEqual(piece('a tune', 20, 5).bars, piece('a tune', 20, 5).bars);
  t.notDeepEqual(piece('happy pop at 120 bpm', 20, 5).bars, piece('happy pop at 120 bpm', 20, 6).bars);
});

test('the seed decides the melody, too', (t) => {
  const { brief } = piece('happy pop at 120 bpm', 20);
  const keysOf = (key: string): readonly number[] => [...compose(brief, 20, key)].flat().map((note) => note.key);
  t.notDeepEqual(keysOf('one'), keysOf('another'));
});

test('sections fill all bars, from an intro on', (t) => {
  for (let bars = 0; bars <= 300; bars += 1)
    t.is(
      formOf(bars).reduce((sum, one) => sum + one.bars, 0),
      bars,
    );
  t.deepEqual(
    formOf(40)
      .map(({ kind }) => kind)
      .slice(0, 4),
    ['intro', 'theme', 'chorus', 'theme'],
  );
});
