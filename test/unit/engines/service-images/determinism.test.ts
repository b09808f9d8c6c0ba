import test from 'ava';
import { createServiceImages } from '../../../../src/engines/service-images/create-service-images.ts';
import { sha256 } from '../../../../src/kernel/canonical-json.ts';
import { createGate } from '../../../../src/kernel/gate.ts';
import type { Engine, ImageRequest } from '../../../../src/ports/engine.ts';
import { draw, paint, painter, requestOf } from '../../../support/engines/painter.ts';

const fresh = (): Engine<ImageRequest> => createServiceImages({ gate: createGate({ placesMax: 1, waitingMax: 10 }) });

const prompts = [
  'Wide shot of a city at night, rain',
  'Close-up of Anna, smiling',
  'Soft focus: two dancers in a ballroom, golden light',
  'A crowd in a cathedral',
];

/** Whether asking again, another instance, or in between other work, gives the same bytes. */
const isDeterministic = async (engine: Engine<ImageRequest>, another: Engine<ImageRequest>): Promise<boolean> => {
  for (const prompt of prompts) {
    const asked = { prompt, seed: 42, width: 256, height: 144 };
    const hashes = [
      ...(await Promise.all([
        paint(asked, engine),
        paint({ ...asked, prompt: 'noise' }, engine),
        paint(asked, engine),
      ])),
      await paint(asked, another),
    ].map(sha256);
    if (new Set([hashes[0], hashes[2], hashes[3]]).size !== 1) return false;
  }
  return true;
};

test('the same request gives the same bytes, on any thread and beside any other drawing', async (t) => {
  t.true(await isDeterministic(painter, fresh()));
});

test('sabotage: an engine that takes its turn number for a seed is found', async (t) => {
  let turn = 0;
  const doctored: Engine<ImageRequest> = {
    ...painter,
    perform: (key, request, scratch, signal) =>
      painter.perform(key, { ...request, seed: (turn += 1) }, scratch, signal),
  };
  t.false(await isDeterministic(doctored, painter));
});

test('the attempt key plays no part: a second call under any key draws the same', async (t) => {
  const request = requestOf({ prompt: 'A lighthouse in a storm', width: 320, height: 180, seed: 7 });
  const [one, other] = [await draw(painter, 'a', request), await draw(painter, 'b', request)];
  t.is(sha256(one.content), sha256(other.content));
});

test('each of prompt, style, negative prompt, seed, size and reference makes another picture', async (t) => {
  const reference = await paint({ prompt: 'A red desert at sunset', width: 256, height: 144 });
  const variants: Partial<ImageRequest>[] = [
    {},
    { prompt: 'Wide shot of a city street at dusk, Anna runs' },
    { styleNotes: 'pencil sketch' },
    { negativePrompt: 'dark, blurry' },
    { seed: 2 },
    { width: 144, height: 256 },
    { references: [reference] },
  ];
  const size = { width: 256, height: 144 };
  const hashes = await Promise.all(variants.map(async (variant) => sha256(await paint({ ...size, ...variant }))));
  t.is(new Set(hashes).size, variants.length);
});

test('twenty seeds give twenty pictures', async (t) => {
  const hashes = await Promise.all(
    Array.from({ length: 20 }, async (_, seed) => sha256(await paint({ seed, width: 160, height: 90 }))),
  );
  t.is(new Set(hashes).size, 20);
});
