import test from 'ava';
import { createServiceImages } from '../../../../src/engines/service-images/create-service-images.ts';
import { sha256 } from '../../../../src/kernel/canonical-json.ts';
import { createGate } from '../../../../src/kernel/gate.ts';
import type { ImageEngine, ImageRequest } from '../../../../src/ports/image-engine.ts';
import { paint, painter } from '../../../support/painter.ts';

const fresh = (): ImageEngine => createServiceImages({ gate: createGate({ placesMax: 1, waitingMax: 10 }) });

const prompts = [
  'Wide shot of a city at night, rain',
  'Close-up of Anna, smiling',
  'Soft focus: two dancers in a ballroom, golden light',
  'A crowd in a cathedral',
];

/** Whether asking again, another instance, or in between other work, gives the same bytes. */
const isDeterministic = async (engine: ImageEngine, another: ImageEngine): Promise<boolean> => {
  for (const prompt of prompts) {
    const asked = { prompt, seed: 42 };
    const hashes = [
      ...(await Promise.all([paint(asked, engine), paint({ prompt: 'noise' }, engine), paint(asked, engine)])),
      await paint(asked, another),
    ].map(sha256);
    if (new Set([hashes[0], hashes[2], hashes[3]]).size !== 1) return false;
  }
  return true;
};

test('the same request gives the same bytes, whoever draws it and whatever is drawn beside it', async (t) => {
  t.true(await isDeterministic(painter, fresh()));
});

test('sabotage: an engine that takes its turn number for a seed is found', async (t) => {
  let turn = 0;
  const doctored: ImageEngine = {
    ...painter,
    generate: (key, request, signal) => painter.generate(key, { ...request, seed: (turn += 1) }, signal),
  };
  t.false(await isDeterministic(doctored, painter));
});

test('the attempt key plays no part: a second call under any key draws the same', async (t) => {
  const request: ImageRequest = {
    prompt: 'A lighthouse in a storm',
    negativePrompt: null,
    styleNotes: null,
    width: 320,
    height: 180,
    seed: 7,
    references: [],
  };
  const signal = new AbortController().signal;
  const [one, other] = [await painter.generate('a', request, signal), await painter.generate('b', request, signal)];
  t.is(sha256(one.bytes), sha256(other.bytes));
});

test('each of prompt, style, negative prompt, seed, size and reference makes another picture', async (t) => {
  const reference = await paint({ prompt: 'A red desert at sunset' });
  const variants: Partial<ImageRequest>[] = [
    {},
    { prompt: 'Wide shot of a city street at dusk, Anna runs' },
    { styleNotes: 'pencil sketch' },
    { negativePrompt: 'dark, blurry' },
    { seed: 2 },
    { width: 288, height: 512 },
    { references: [reference] },
  ];
  const hashes = await Promise.all(variants.map(async (variant) => sha256(await paint(variant))));
  t.is(new Set(hashes).size, variants.length);
});

test('twenty seeds give twenty pictures', async (t) => {
  const hashes = await Promise.all(
    Array.from({ length: 20 }, async (_, seed) => sha256(await paint({ seed, width: 160, height: 90 }))),
  );
  t.is(new Set(hashes).size, 20);
});
