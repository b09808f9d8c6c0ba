import test from 'ava';
import { type Intent, intentOf } from '../../../../src/engines/service-images/drawing/intent.ts';

const of = (prompt: string, negativePrompt: string | null = null, styleNotes: string | null = null): Intent =>
  intentOf({ prompt, negativePrompt, styleNotes });

test('a slug line sets place and time', (t) => {
  const { setting, interior, time } = of('INT. KITCHEN - NIGHT. Anna cooks.');
  t.is(setting, 'kitchen');
  t.true(interior);
  t.is(time, 'night');
  t.is(of('EXT. CAR PARK - DAY').interior, false);
  t.is(of('INT. CITY APARTMENT').setting, 'room');
});

test('the more exact place wins over the vague one', (t) => {
  t.is(of('A city street in the rain').setting, 'street');
  t.is(of('A house in the forest').setting, 'forest');
  t.is(of('A harbor in the snow').setting, 'sea');
});

test('without a place, things and people suggest one', (t) => {
  t.is(of('A bottle of perfume').setting, 'studio');
  t.is(of('A sailboat').setting, 'sea');
  t.is(of('Anna and Ben argue').setting, 'room');
  t.is(of('Two men run').setting, 'field');
});

test('framing and angle in their usual spellings', (t) => {
  t.is(of('Close-up of Anna').framing, 'close');
  t.is(of('ECU: her face').framing, 'extreme');
  t.is(of('OTS Ben, Mara talks').framing, 'shoulder');
  t.is(of('Extreme wide shot of a valley').framing, 'wide');
  t.is(of("Bird's-eye view of a farm").framing, 'aerial');
  t.is(of('low-angle shot of a tower').angle, 'low');
  t.is(of('A tower').angle, 'eye');
});

test('a running figure is shown whole, a talking one from the waist, many are shown whole', (t) => {
  t.is(of('Anna runs down the street').framing, 'full');
  t.is(of('Anna talks to Ben').framing, 'medium');
  t.is(of('Five men wait in a hall').framing, 'full');
  t.is(of('A quiet valley').framing, 'wide');
});

const keys = (prompt: string): readonly string[] => of(prompt).people.map(({ key }) => key);

test('names, roles and numbers of people', (t) => {
  t.deepEqual(keys('Anna and Ben walk home.'), ['anna', 'ben']);
  t.deepEqual(keys('Three soldiers wait'), ['soldiers', 'soldiers 2', 'soldiers 3']);
  t.is(keys('A family of four at dinner').length, 4);
  t.deepEqual(keys('Two friends, Anna and Ben, laugh'), ['anna', 'ben']);
  t.deepEqual(keys('Detective Mara enters'), ['mara']);
  t.deepEqual(keys('We see Mara, a tired nurse, smile'), ['mara']);
  t.deepEqual(keys('A hooded assassin'), ['assassin']);
  t.is(keys('A violinist plays').length, 1);
  t.deepEqual(keys('She looks back'), ['she']);
  t.is(keys('Twenty thousand men and four women and five children').length, 6);
});

test('first words, months and words of the craft are no names', (t) => {
  t.deepEqual(keys('Panning slowly over a valley in December.'), []);
  t.deepEqual(keys('WIDE SHOT. EXT. DESERT.'), []);
});

test('a name keeps its looks, whatever else is said', (t) => {
  const [one] = of('Anna runs').people;
  const [other] = of('At night, in a bar, sad: here comes Anna.').people;
  t.deepEqual(one, other);
});

test('clothes and hair go to the figure that has them in the text', (t) => {
  const [woman, man] = of('A blonde woman in a red dress meets an old man with a black hat').people;
  t.is(woman?.garment, 'dress');
  t.is(woman?.dye, 'red');
  t.is(woman?.hair, 'blond');
  t.is(man?.hair, 'grey');
  t.is(man?.headwear, 'hat');
  t.is(man?.garment, null);
});

test('a negated word is not drawn, in the prompt or in the negative prompt', (t) => {
  t.deepEqual(of('A street with no people or cars, only a dog').props, ['dog']);
  t.deepEqual(keys('A street without people'), []);
  t.false(of('A street, no rain').weather.has('rain'));
  const { props, weather } = of('A wet street with a car in the rain', 'rain, cars');
  t.deepEqual([...props], []);
  t.false(weather.has('rain'));
});

test('style notes bend mood and finish, and bring no people', (t) => {
  const { moods, finish, people } = of('A street', null, 'film noir, pencil sketch, in the manner of Anna Bell');
  t.true(moods.has('noir'));
  t.true(finish.has('sketch'));
  t.deepEqual(people, []);
});

test('corrections are heard in prompt and style notes, and their clauses leave the accidents alone', (t) => {
  const plain = of('A street at night');
  const corrected = of('A street at night. brighter key light. crisp detail');
  t.deepEqual([...corrected.corrections].sort(), ['brighter', 'crisp']);
  t.is(corrected.essence, plain.essence);
  t.true(of('A street', null, 'more contrast please').corrections.has('contrast'));
  t.not(of('A street at dawn').essence, plain.essence);
});

test('each unwanted thing of a negative prompt is turned into its correction', (t) => {
  const { corrections } = of('A street', 'dark, blurry, flat, overexposed');
  t.deepEqual([...corrections].sort(), ['brighter', 'contrast', 'crisp', 'highlights']);
});

test('words from the prototype of objects are words like others', (t) => {
  t.notThrows(() => of('constructor man in a toString coat, valueOf hasOwnProperty __proto__ women'));
});
