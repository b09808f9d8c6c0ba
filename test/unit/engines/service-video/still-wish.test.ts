import test from 'ava';
import { stillWishOf } from '../../../../src/engines/service-video/perform-clip.ts';
import { clipOf } from '../../../support/engines/films.ts';
import { judged, paint } from '../../../support/engines/painter.ts';

test('stills of scenes are sharp, whatever the seed', async (t) => {
  const prompt = 'The sea is calm, as in a dream.';
  const blurred: number[] = [];
  for (let seed = 0; seed < 8; seed += 1) {
    const { makes: _, ...wish } = stillWishOf(clipOf({ prompt, seed, width: 480, height: 270 }));
    const sizes = { width: wish.width, height: wish.height };
    const { failed } = await judged(await paint(wish), { expected: sizes });
    if (failed.includes('sharpness')) blurred.push(seed);
  }
  t.deepEqual(blurred, []);
});

test('a scene that asks for soft focus keeps it, and style notes stay', (t) => {
  t.is(stillWishOf(clipOf({ prompt: 'Two dancers in soft focus.', styleNotes: null })).styleNotes, null);
  t.is(stillWishOf(clipOf({ prompt: 'Two dancers.', styleNotes: 'ink' })).styleNotes, 'ink. crisp detail');
});
