import test from 'ava';
import { type Film, isSpoken } from '../../../../../src/application/work/film/film.ts';

const film = (voice: string | null, ...lines: readonly string[]): Film => ({
  title: 'The letter',
  width: 1280,
  height: 720,
  negativePrompt: null,
  styleNotes: null,
  pictures: true,
  scenes: lines.map((line) => ({
    startMs: 0,
    durationMs: 5_000,
    prompt: 'a harbour',
    startFrameKey: null,
    line,
    card: null,
  })),
  captions: true,
  voice,
  music: null,
});

test('a film has speech where a voice has a word to say', (t) => {
  t.true(isSpoken(film('ada', '...', 'Ada reads.')));
  t.false(isSpoken(film('ada', '', '...', ' — ')), 'the speaker would fail, and the film with it');
  t.false(isSpoken(film('ada')));
  t.false(isSpoken(film(null, 'Ada reads.')));
});
