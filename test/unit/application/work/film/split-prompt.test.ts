import test from 'ava';
import { scenesOf } from '../../../../../src/application/work/film/scenes.ts';
import { sentencesOf, splitPrompt } from '../../../../../src/application/work/film/split-prompt.ts';
import { spokenMs } from '../../../../../src/application/work/speech/spoken.ts';

test('sentences and lines are the beats of a prompt; an abbreviation ends none', (t) => {
  t.deepEqual(sentencesOf('Ada wakes. She reads!\nNils sails'), ['Ada wakes.', 'She reads!', 'Nils sails']);
  t.deepEqual(sentencesOf('INT. KITCHEN - DAY'), ['INT. KITCHEN - DAY']);
  t.deepEqual(sentencesOf('艾达醒来。她读信。'), ['艾达醒来。', '她读信。']);
  t.deepEqual(sentencesOf(' ... '), ['...']);
});

test('as many sentences as scenes: one each, as they are written', (t) => {
  const { beats } = splitPrompt('Ada wakes. She reads.', scenesOf(10));
  t.deepEqual(beats, [
    { prompt: 'Ada wakes.', text: 'Ada wakes.', line: 'Ada wakes.' },
    { prompt: 'She reads.', text: 'She reads.', line: 'She reads.' },
  ]);
});

test('more sentences than scenes: all are told, in order', (t) => {
  const { beats } = splitPrompt('One. Two. Three. Four. Five.', scenesOf(10));
  t.deepEqual(
    beats.map(({ prompt }) => prompt),
    ['One. Two.', 'Three. Four. Five.'],
  );
});

test('twelve scenes of one sentence are twelve pictures, and it is said once', (t) => {
  const sentence = 'A fishing boat leaves the harbour at dawn while gulls circle over the quay and the bells ring.';
  const { beats } = splitPrompt(sentence, scenesOf(60));
  t.is(beats.length, 12);
  t.is(new Set(beats.slice(0, 8).map(({ prompt }) => prompt)).size, 8);
  t.true(beats.every(({ prompt }) => prompt.endsWith(sentence)));
  t.is(
    beats
      .map(({ line }) => line)
      .filter((line) => line !== '')
      .join(' '),
    sentence,
  );
  t.true(beats.every(({ line }) => spokenMs(line) <= 5_000));
});

test('a last scene that is trimmed tells its share of the sentences', (t) => {
  const { beats, unsaid } = splitPrompt('Ada wakes. Ada reads. Nils waves. Rain falls.', scenesOf(6));
  t.deepEqual(
    beats.map(({ line }) => line),
    ['Ada wakes. Ada reads. Nils waves.', 'Rain falls.'],
  );
  t.deepEqual(unsaid, []);
});

test('a last scene that is too short for a sentence goes on with the one before', (t) => {
  const { beats, unsaid } = splitPrompt('Ada smiles. Nils waves. The boat leaves.', scenesOf(5.1));
  t.deepEqual(
    beats.map(({ line }) => line),
    ['Ada smiles. Nils waves. The boat leaves.', ''],
  );
  t.deepEqual(
    beats.map(({ prompt }) => prompt.split('.')[0]),
    ['Wide shot', 'Medium shot'],
  );
  t.deepEqual(unsaid, []);
  t.deepEqual(splitPrompt('Ada smiles.', []).beats, []);
});

test('words that no scene has the time for are unsaid', (t) => {
  const sentence = 'Ada reads the letter of the harbour master who lost his lantern, his umbrella and three dogs.';
  const { beats, unsaid } = splitPrompt(`${sentence} Call 01701234567 now.`, scenesOf(10));
  const said = beats.map(({ line }) => line);
  t.deepEqual(said, ['Ada reads the letter of the harbour master who lost his lantern, his', 'Call']);
  t.deepEqual(unsaid, ['umbrella', 'and', 'three', 'dogs.', '01701234567', 'now.']);
});

test('property: every scene has a beat and every sentence a scene, for any numbers', (t) => {
  for (let count = 1; count <= 20; count += 1) {
    const prompt = Array.from({ length: count }, (_, index) => `Sentence number ${index} here.`).join(' ');
    for (let scenes = 1; scenes <= 20; scenes += 1) {
      const { beats } = splitPrompt(prompt, scenesOf(5, scenes));
      t.is(beats.length, scenes);
      const all = beats.map((beat) => beat.prompt).join(' ');
      for (let index = 0; index < count; index += 1) t.true(all.includes(`number ${index} `), `${count} in ${scenes}`);
    }
  }
});
