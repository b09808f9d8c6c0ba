/** The coverage of a panel: the words of its prompt that it shows, and those that it leaves out. */
import test from 'ava';
import { coverageOf } from '../../../../src/engines/service-images/coverage.ts';
import { intentOf } from '../../../../src/engines/service-images/drawing/intent.ts';
import { createServiceImages } from '../../../../src/engines/service-images/create-service-images.ts';
import { createGate } from '../../../../src/kernel/gate.ts';
import { draw, requestOf } from '../../../support/engines/painter.ts';

const coverage = (prompt: string, negativePrompt: string | null = null) =>
  coverageOf(prompt, intentOf({ prompt, negativePrompt, styleNotes: null }));

test('words without a motif are left out, and reported', (t) => {
  t.deepEqual(coverage('EXT. PARK - DAY. Full shot of a man asleep in a hammock.'), {
    drawn: ['ext', 'park', 'day', 'full', 'man', 'asleep'],
    left: ['hammock'],
  });
  t.deepEqual(coverage('A marmot polishes the orrery.'), { drawn: [], left: ['marmot', 'polishes', 'orrery'] });
  t.deepEqual(coverage(''), { drawn: [], left: [] });
});

test('a word counts as drawn only where the picture has room for it', (t) => {
  t.deepEqual(coverage('Full shot of Anna running through the rain in a street').left, []);
  t.deepEqual(coverage('Close-up of Anna running, with a sword').left, ['running', 'sword']);
  t.deepEqual(coverage('INT. KITCHEN. Wide shot of Anna in the rain').left, ['rain']);
  t.deepEqual(coverage('Insert of a cup and a book, Anna waits').left, ['anna', 'waits']);
  t.deepEqual(coverage('Wide shot of a forest by the sea').left, ['sea']);
});

test('people are told by name or role, as far as they are seen, and so are their clothes', (t) => {
  t.deepEqual(coverage('Full shot of Anna, a nurse in a red coat'), {
    drawn: ['full', 'anna', 'nurse', 'red', 'coat'],
    left: [],
  });
  t.deepEqual(coverage('Close-up of Anna, Ben and Carla').left, ['carla']);
});

test('a word that is negated, or names nothing, is in neither list', (t) => {
  const { drawn, left } = coverage('Wide shot of a street without cars, and no people');
  t.deepEqual([...drawn, ...left], ['wide', 'street']);
  t.deepEqual(coverage('Two men wait', 'men'), { drawn: [], left: ['men', 'wait'] });
});

test('each word is in one list, once', (t) => {
  const { drawn, left } = coverage('A boat, a boat, a hammock; the hammock and the boat. Wide shot.');
  t.deepEqual(drawn, ['boat', 'wide']);
  t.deepEqual(left, ['hammock']);
});

test('the engine tells with each picture', async (t) => {
  const engine = createServiceImages({ gate: createGate({ placesMax: 1, waitingMax: 0 }) });
  const request = requestOf({ prompt: 'a boat and an orrery', width: 64, height: 36 });
  const { coverage: told } = await draw(engine, 'key', request);
  t.deepEqual(told, { drawn: ['boat'], left: ['orrery'] });
});
