/** Panels that truly fail, and that the scorer's own corrections truly mend. */
import test from 'ava';
import { judged, paint } from '../../../support/engines/painter.ts';
import type { ImageRequest } from '../../../../src/ports/engine.ts';
import type { Evidence } from '../../../../src/ports/frame-scorer.ts';
import { intentOf } from '../../../../src/engines/service-images/drawing/intent.ts';
import { correctionsFor, thresholds } from '../../../../src/quality/thresholds.ts';
import type { Breach } from '../../../../src/kernel/verdict.ts';

type Plight = { readonly metric: string; readonly prompt: string; readonly correction: string };

const plights: readonly Plight[] = [
  { metric: 'brightness', prompt: 'Pitch dark alley, moonless night, a detective', correction: 'brighter key light' },
  { metric: 'deviation', prompt: 'Whiteout: a climber lost in a blizzard', correction: 'more contrast' },
  { metric: 'sharpness', prompt: 'Soft focus close-up of Anna in a garden', correction: 'crisp detail' },
  { metric: 'clippedHigh', prompt: 'Explosion, glaring flash, soldiers', correction: 'softer highlights' },
  { metric: 'clippedLow', prompt: 'Two dancers on a stage, backlit, hard shadows', correction: 'open shadows' },
];

const SEEDS = Array.from({ length: 8 }, (_, i) => 17 * i + 1);

type Panel = Partial<ImageRequest> & { readonly prompt: string };

/** By their requests. */
const seen = new Map<string, Promise<Evidence>>();

/** A panel as the judge sees it: once for all tests that ask for it. */
const shown = async (asked: Panel): Promise<Evidence> => {
  const key = JSON.stringify(asked);
  const found = seen.get(key) ?? paint(asked).then(async (picture) => judged(picture));
  seen.set(key, found);
  return found;
};

/** For the seeds on which the plain prompt fails this metric: how many, and how many the corrections mend wholly. */
const trial = async ({ metric, prompt, correction }: Plight, painted = shown) => {
  let [failing, asked, mended] = [0, 0, 0];
  await Promise.all(
    SEEDS.map(async (seed) => {
      const before = await painted({ prompt, seed });
      if (!before.failed.includes(metric)) return;
      failing += 1;
      if (before.corrections.includes(correction)) asked += 1;
      const after = await painted({ prompt: `${prompt}. ${before.corrections.join('. ')}`, seed });
      if (!after.failed.includes(metric)) mended += 1;
    }),
  );
  return { failing, asked, mended };
};

for (const plight of plights) {
  test(`${plight.metric} fails on some seeds of a hard prompt, and "${plight.correction}" mends it`, async (t) => {
    const { failing, asked, mended } = await trial(plight);
    t.true(failing >= 1, `fails on ${String(failing)} of ${String(SEEDS.length)} seeds`);
    t.is(asked, failing);
    t.is(mended, failing);
  });
}

test('sabotage: a painter that is deaf to corrections mends nothing', async (t) => {
  const deaf = async ({ prompt, ...asked }: Panel) => shown({ prompt: prompt.replace(/\. .*$/, ''), ...asked });
  const { failing, mended } = await trial(plights[2] as Plight, deaf);
  t.true(failing > 0);
  t.is(mended, 0);
});

test('a correction moves only what it is about: the drawing stays the same one', async (t) => {
  const prompt = 'EXT. FOREST - NIGHT. Two hikers run between the trees';
  const before = await judged(await paint({ prompt, seed: 5 }));
  const brighter = await judged(await paint({ prompt: `${prompt}. brighter key light`, seed: 5 }), {
    siblingHashes: [before.perceptualHash],
  });
  t.true((brighter.metrics['siblingDistance'] ?? 64) <= 4, 'the same composition');
  const varied = await judged(await paint({ prompt: `${prompt}. vary the composition`, seed: 5 }), {
    siblingHashes: [before.perceptualHash],
  });
  t.true((varied.metrics['siblingDistance'] ?? 0) >= thresholds.siblingDistance.min, 'another composition');
});

test('the palette of a reference is taken on when told to match, whatever the scene', async (t) => {
  const reference = await paint({ prompt: 'A red desert at sunset, wide', seed: 3 });
  const distance = async (asked: Partial<ImageRequest>): Promise<number> => {
    const { metrics } = await judged(await paint(asked), { continuityWith: reference });
    return metrics['paletteDistance'] ?? Infinity;
  };
  const prompt = 'Rainy street at night, neon, cyberpunk';
  const [free, steered, matched] = await Promise.all([
    distance({ prompt, seed: 9 }),
    distance({ prompt, seed: 9, references: [reference] }),
    distance({ prompt: `${prompt}. match the palette of the reference`, seed: 9, references: [reference] }),
  ]);
  t.true(free > thresholds.paletteDistance.max);
  t.true(steered < free);
  t.true(matched < steered);
  t.true(matched <= thresholds.paletteDistance.max);
});

test('an unwanted word of a negative prompt acts like a correction', async (t) => {
  const prompt = 'Soft focus close-up of Anna in a garden';
  const blurred = async (seed: number, negativePrompt: string | null): Promise<boolean> =>
    (await shown({ prompt, seed, ...(negativePrompt === null ? {} : { negativePrompt }) })).failed.includes(
      'sharpness',
    );
  const seeds = SEEDS.slice(0, 4);
  t.true((await Promise.all(seeds.map((seed) => blurred(seed, null)))).includes(true));
  t.false((await Promise.all(seeds.map((seed) => blurred(seed, 'blurry, out of focus')))).includes(true));
});

test('every correction that the scorer can ask for is one that the painter understands', (t) => {
  for (const [metric, bound] of Object.entries(thresholds)) {
    for (const side of Object.keys(bound) as Breach['side'][]) {
      for (const phrase of correctionsFor([{ metric, side }])) {
        const { corrections } = intentOf({ prompt: `A street. ${phrase}`, negativePrompt: null, styleNotes: null });
        t.is(corrections.size, 1, `${metric}.${side}: ${phrase}`);
      }
    }
  }
});
