/** The words of a prompt decide the music. */
import test from 'ava';
import { type Brief, briefOf } from '../../../../src/engines/service-music/brief.ts';

const brief = (prompt: string, { seed = 1, instrumental = true } = {}): Brief =>
  briefOf({ makes: 'music', prompt, durationMs: 30_000, instrumental, seed });

test('a number of bpm is the pace, within bounds', (t) => {
  t.is(brief('a calm tune at 93 bpm').bpm, 93);
  t.is(brief('techno, 128BPM').bpm, 128);
  t.is(brief('noise at 999 bpm').bpm, 220);
  t.is(brief('noise at 10 beats per minute').bpm, 40);
});

test('words of pace order the pace, for any seed', (t) => {
  for (let seed = 0; seed < 20; seed += 1) {
    const paces = ['very slow', 'slow', 'andante', 'fast', 'presto'].map(
      (pace) => brief(`${pace} music`, { seed }).bpm,
    );
    t.deepEqual(
      paces,
      paces.toSorted((a, b) => a - b),
    );
    t.is(new Set(paces).size, paces.length);
  }
});

test('a mood has its scale and energy', (t) => {
  t.like(brief('a happy tune'), { mood: 'happy', key: { scale: 'major' } });
  t.like(brief('a sad farewell'), { mood: 'sad', key: { scale: 'minor' } });
  t.like(brief('heroic battle'), { mood: 'epic' });
  t.true(brief('rage').energy > brief('peaceful sleep').energy);
});

test('named instruments play', (t) => {
  t.like(brief('piano and cello').players, { lead: 'cello', chords: 'piano' });
  t.like(brief('jazz trio with trumpet, piano and double bass').players, {
    lead: 'trumpet',
    chords: 'piano',
    bass: 'doubleBass',
  });
  t.is(brief('funky bass guitar').players.bass, 'bassGuitar');
  t.not(brief('funky bass guitar').players.chords, 'guitar', 'a bass guitar is no guitar');
});

test('a solo is played alone', (t) => {
  t.deepEqual(brief('solo piano').players, { lead: null, chords: 'piano', pad: null, bass: null });
  t.is(brief('solo piano, energetic rock').beat, null);
});

test('unwanted instruments and drums are left out', (t) => {
  t.not(brief('rock').beat, null);
  t.is(brief('rock without drums').beat, null);
  t.is(brief('calm piano with drums').beat, 'pop');
  const { players } = brief('orchestral, no strings, no harp');
  t.false(Object.values(players).includes('strings') || Object.values(players).includes('harp'));
});

test('instrumental music has no choir', (t) => {
  t.true(Object.values(brief('epic choir', { instrumental: false }).players).includes('choir'));
  t.false(Object.values(brief('epic choir', { instrumental: true }).players).includes('choir'));
});

test('any text is a brief, and the seed decides the rest', (t) => {
  for (const prompt of ['', '🎻🔥', 'без слов', '\u0000\u202e', 'no piano, no strings, no '.repeat(5_000)]) {
    t.true(
      Object.values(brief(prompt).players).some((player) => player !== null),
      prompt.slice(0, 20),
    );
  }
  const keys = new Set(Array.from({ length: 20 }, (_, seed) => JSON.stringify(brief('a tune', { seed }))));
  t.true(keys.size > 10);
});
