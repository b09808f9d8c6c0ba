import test from 'ava';
import { briefOf } from '../../../../../src/application/work/commerce/brief.ts';
import type { CommerceInput } from '../../../../../src/application/work/commerce/request.ts';
import { spokenMs } from '../../../../../src/application/work/speech/spoken.ts';

const lantern = { title: 'Storm lantern', price: 'EUR 39', description: 'A brass lantern on a table.' };
const asked = (more: Partial<CommerceInput> = {}): CommerceInput => ({
  trigger: 'abandoned_cart',
  product: lantern,
  ...more,
});
const linesOf = (input: CommerceInput): readonly string[] => briefOf(input).scenes.map(({ line }) => line);

test('the trigger decides the kind of the video', (t) => {
  const kinds = (['abandoned_cart', 'objection_handling', 'post_purchase', 'cross_sell'] as const).map(
    (trigger) => briefOf(asked({ trigger })).kind,
  );
  t.deepEqual(kinds, ['objection_handling', 'objection_handling', 'cross_sell', 'cross_sell']);
});

test('a cart: the customer by name, the objections, and a closing card', (t) => {
  const customer = { firstName: 'Ada' };
  const input = asked({ customer, objections: ['Is it bright?'], durationSeconds: 20, brandName: 'Harbour' });
  t.deepEqual(linesOf(input), [
    'Ada, still thinking about Storm lantern?',
    'You asked: Is it bright?',
    'A brass lantern on a table.',
    'Storm lantern is waiting for you.',
  ]);
  const { scenes, closingCard } = briefOf({ ...input, ctaUrl: 'https://shop.example/cart?token=secret' });
  t.deepEqual(closingCard, { title: 'Harbour', lines: ['Storm lantern', 'EUR 39', 'shop.example/cart'] });
  t.deepEqual(
    scenes.map(({ card }) => card?.title ?? null),
    [null, null, null, 'Harbour'],
  );
  t.true(scenes.every(({ prompt }) => prompt.includes('Storm lantern')));
});

test('a customer whose first name is blank is one without a name', (t) => {
  for (const customer of [{}, { firstName: ' ' }]) {
    t.is(linesOf(asked({ customer }))[0], 'Still thinking about Storm lantern?');
  }
});

test('a short video says its objections before all else, and answers them where there is time', (t) => {
  const said = (seconds: number, ...objections: readonly string[]) =>
    briefOf(asked({ customer: { firstName: 'Ada' }, objections, durationSeconds: seconds }));
  const opening = 'Ada, still thinking about Storm lantern?';
  const [bright, wet, dear] = ['Is it bright?', 'Is it safe in rain?', 'Is it worth it?'] as const;
  const rows = [
    [said(8, bright), [`${opening} You asked: Is it bright?`, 'A brass lantern on a table.'], []],
    [said(8, bright, wet), [`${opening} You asked: Is it bright?`, 'You asked: Is it safe in rain?'], []],
    [said(8, bright, wet, dear), [`${opening} You asked: Is it bright?`, 'You asked: Is it safe in rain?'], [dear]],
    [said(5, bright), [`${opening} You asked: Is it bright?`], []],
    [said(5, bright, wet), [`${opening} You asked: Is it bright?`], [wet]],
    [said(2, bright), ['Ada, still thinking about'], [bright]],
  ] as const;
  for (const [{ scenes, unsaid }, lines, left] of rows) {
    t.deepEqual(
      scenes.map(({ line }) => line),
      [...lines],
    );
    t.deepEqual(unsaid, [...left]);
  }
});

test('an objection that is cut is told; an answer in another language, or a long one, is not said', (t) => {
  const long = `Is it ${'very '.repeat(20)}bright?`;
  t.deepEqual(briefOf(asked({ objections: [long], durationSeconds: 20 })).unsaid, [long]);
  const inGerman = (description: string) => ({
    product: { ...lantern, description },
    customer: { locale: 'de' },
    objections: ['Ist sie hell?'],
    durationSeconds: 20,
  });
  const answer = (description: string) => linesOf(asked(inGerman(description)))[2];
  t.is(answer('Eine Laterne aus Messing.'), 'Eine Laterne aus Messing.');
  t.not(answer('A brass lantern on a table.'), 'A brass lantern on a table.');
  const more = 'Eine Laterne aus Messing, die in jedem Sturm und an jedem Tag im Jahr hell und ruhig brennt.';
  t.false(linesOf(asked(inGerman(more))).some((line) => line.startsWith('Eine Laterne')));
});

test('an order: thanks, and what goes with it', (t) => {
  const crossSellProducts = [{ title: 'Lamp oil' }, { title: 'Wick' }];
  t.deepEqual(linesOf(asked({ trigger: 'post_purchase', crossSellProducts, durationSeconds: 20 })), [
    'Thank you for choosing Storm lantern.',
    'It goes well with Lamp oil.',
    'It goes well with Wick.',
    'Storm lantern is waiting for you.',
  ]);
});

test('the language is the customer’s, and English where it is not written', (t) => {
  const inLocale = (locale: string) => linesOf(asked({ customer: { locale } }))[0];
  t.is(inLocale('de-AT'), 'Denkst du noch über Storm lantern nach?');
  t.is(inLocale('zh'), '还在考虑Storm lantern吗？');
  t.is(inLocale('fi'), 'Still thinking about Storm lantern?');
});

test('any length from one second on has a card, and lines that can be said in their scenes', (t) => {
  const objections = Array.from({ length: 20 }, (_, index) => `Is number ${index} of my many long questions answered?`);
  for (const durationSeconds of [1, 4.9, 5, 8, 33, 60]) {
    const { scenes, closingCard } = briefOf(asked({ durationSeconds, objections }));
    t.is(scenes.length, Math.ceil(durationSeconds / 5));
    t.deepEqual(scenes.at(-1)?.card, closingCard);
    for (const { line, durationMs } of scenes) t.true(spokenMs(line) <= durationMs, line);
    t.is(new Set(scenes.map(({ prompt }) => prompt)).size, scenes.length);
  }
});

test('a rest of less than a second says nothing, and goes on with the scene before it and its card', (t) => {
  const objections = ['Is it bright?', 'Is it safe in rain?'];
  for (const durationSeconds of [5.01, 5.5, 5.999]) {
    const whole = briefOf(asked({ durationSeconds: 5, objections }));
    const { scenes, closingCard, unsaid } = briefOf(asked({ durationSeconds, objections }));
    t.deepEqual(
      scenes.map(({ line }) => line),
      [whole.scenes[0]?.line, ''],
    );
    t.deepEqual(
      scenes.map(({ card }) => card),
      [closingCard, closingCard],
    );
    t.deepEqual(unsaid, whole.unsaid);
  }
  t.not(linesOf(asked({ durationSeconds: 6, objections }))[1], '');
});
