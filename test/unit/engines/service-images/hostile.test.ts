/** No text of a prompt reaches the SVG, the cost stays bounded, and a picture comes out. */
import fc from 'fast-check';
import test from 'ava';
import { intentOf } from '../../../../src/engines/service-images/drawing/intent.ts';
import { paletteOf } from '../../../../src/engines/service-images/drawing/palette.ts';
import { panel } from '../../../../src/engines/service-images/panel.ts';
import { randomFrom } from '../../../../src/engines/prompt/random.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { draw, judged, paint, painter, requestOf, SMALL } from '../../../support/engines/painter.ts';
import { anyText } from '../../../support/property/any-text.ts';
import { breaks, holds } from '../../../support/property/property.ts';

const svgOf = (prompt: string): string => {
  const intent = intentOf({ prompt, negativePrompt: prompt.slice(0, 4_000), styleNotes: prompt.slice(0, 4_000) });
  return panel(intent, paletteOf(intent, randomFrom('key', 'colour'), [], 0), SMALL, 'key', 1);
};

/** Elements, attributes, numbers, colours and ids of our own: nothing else is ever in the SVG of a panel. */
const NAME = 'svg|g|rect|ellipse|path|clipPath|linearGradient|radialGradient|stop';
const VALUE = [
  '#[0-9a-f]{6}',
  'url\\(#i\\d+\\)',
  'i\\d+',
  'none',
  'round',
  'evenodd',
  '[-\\d. MLQCHVAZTSmlqchvatsz\n]+',
  '(?:(?:translate|rotate|scale)\\([-\\d. ]+\\))+',
  'http://www\\.w3\\.org/2000/svg',
].join('|');
const ELEMENT = new RegExp(`</?(?:${NAME})(?: [a-zA-Z0-9-]+="(?:${VALUE})")*/?>`, 'g');

/** The rest of the SVG without all that may be in it. */
const strange = (svg: string): string => svg.replace(ELEMENT, '');

/** That a picture comes out shows at any size. */
const TINY = { width: 128, height: 72 } as const;

/** Half a megabyte is many times what any panel takes. */
const SVG_CHARS_MAX = 500_000;

const hostile: Readonly<Record<string, string>> = {
  'as long as allowed': 'crowd of people running '.repeat(500),
  'one long word': 'a'.repeat(12_000),
  script: '<script>alert(1)</script><image href="http://169.254.169.254/latest"/>',
  'the end of the SVG': '</svg><svg onload="x()"> --> ]]> <!DOCTYPE svg [<!ENTITY a "b">]> &a; &#x3c; &lt;',
  'an external entity': '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
  'a style': '} * { fill: url(http://example.com) } <style>@import "x"</style>',
  emoji: '🐕 chases 🚗 in the 🌲🌲🌲 👩‍👩‍👧‍👦 🏳️‍🌈 '.repeat(100),
  'from right to left': 'رجل يمشي في الصحراء \u202e gnirts desrever \u202c עיר בלילה',
  Chinese: '夜晚的城市街道，一个女人撑着红伞',
  'control characters': 'A street\u0000 at\u0007 night\u001b[31m\r\n\t',
  'half characters': 'A street \ud83d at \udc00 night \ud800',
  'combining marks': `A stre${'\u0301'.repeat(5_000)}et`,
  'only signs': '...,,,!!!???---((()))"""\'\'\'',
  'one space': ' ',
  'a template': '${process.exit(1)} {{7*7}} %s %n `rm -rf` \\u0000',
  'words of the prototype': '__proto__ constructor toString valueOf hasOwnProperty',
  'many sentences': 'Anna. Ben. '.repeat(1_000),
  'many negations': 'no no not without never '.repeat(500),
};

for (const [name, prompt] of Object.entries(hostile)) {
  test(`${name}: a picture comes out, and nothing of it is in the SVG`, async (t) => {
    const svg = svgOf(prompt);
    t.is(strange(svg), '');
    t.true(svg.length < SVG_CHARS_MAX, `${String(svg.length)} characters`);
    const { metrics } = await judged(await paint({ prompt, styleNotes: prompt.slice(0, 4_000), ...TINY }));
    t.is(metrics['decodes'], 1);
    t.is(metrics['width'], TINY.width);
  });
}

const isClean = (prompt: string): void => {
  const svg = svgOf(prompt);
  if (strange(svg) !== '' || svg.length >= SVG_CHARS_MAX) throw new Error('not clean');
};

const MEANINGFUL =
  'two three men Anna Ben runs sits rides car horse umbrella sword street forest sea cave bar office close up'
    .concat(
      ' wide insert aerial low angle night dusk fog storm snow noir neon sketch crowd no without empty soft focus',
    )
    .split(' ');

/** Any text, and texts of words that mean something to the painter, in any order. */
const anyPrompt = fc.oneof(
  anyText({ maxLength: 400 }),
  fc.array(fc.constantFrom(...MEANINGFUL), { maxLength: 40 }).map((words) => words.join(' ')),
);

test('any text at all gives a clean SVG', (t) => {
  t.notThrows(() => holds(anyPrompt, isClean, 150));
});

test('sabotage: a painter that writes the prompt into the SVG is found', (t) => {
  t.true(
    breaks(
      anyPrompt,
      (prompt) => {
        if (strange(svgOf(prompt).replace('</svg>', `<desc>${prompt}</desc></svg>`)) !== '')
          throw new Error('not clean');
      },
      5,
    ),
  );
});

test('the longest prompt that is allowed is read whole, and so are the corrections after it', (t) => {
  const prompt = `${'x '.repeat((limits.promptCharsMax - 20) / 2)}lighthouse at night`;
  t.true(prompt.length <= limits.promptCharsMax);
  const additions = Array.from({ length: limits.repairAdditionsMax }, () => 'y'.repeat(limits.repairAdditionCharsMax));
  const sent = [prompt, ...additions, 'more contrast'].join('\n');
  const { time, corrections } = intentOf({ prompt: sent, negativePrompt: null, styleNotes: null });
  t.is(time, 'night');
  t.true(corrections.has('contrast'));
});

const outOfBounds: readonly (readonly [number, number])[] = [
  [0, 100],
  [100, -1],
  [99.5, 100],
  [5_000, 100],
  [4_096, 4_096],
  [Number.NaN, 100],
];

for (const [width, height] of outOfBounds) {
  test(`a size of ${String(width)} x ${String(height)} is rejected`, async (t) => {
    const attempt = draw(painter, 'a', requestOf({ width, height }));
    t.is((await t.throwsAsync<Fault>(attempt, { instanceOf: Fault })).code, 'rejected');
  });
}

test('the smallest and the longest sides are drawn', async (t) => {
  for (const [width, height] of [
    [16, 16],
    [4_096, 16],
    [16, 4_096],
  ] as const) {
    const { metrics } = await judged(await paint({ width, height }), { expected: { width, height } });
    t.is(metrics['width'], width);
    t.is(metrics['height'], height);
  }
});
