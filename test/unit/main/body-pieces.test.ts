/** A body travels in pieces, and is the same when it is there. */
import test from 'ava';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { putTogether, takeApart } from '../../../src/main/body-pieces.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { limits } from '../../../src/kernel/limits.ts';

const NO_TURNS = { due: () => undefined };

const travelled = async (body: JsonObject): Promise<JsonObject> => putTogether(takeApart(body), NO_TURNS);

test('any body is the same after its way', async (t) => {
  const body = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 6 })).map((sent) => JSON.stringify(sent));
  const isSame = async (text: string): Promise<boolean> =>
    isDeepStrictEqual(await travelled(JSON.parse(text) as JsonObject), JSON.parse(text));
  await t.notThrowsAsync(fc.assert(fc.asyncProperty(body, isSame)));
});

test('a long list comes in pieces, and others have their turns between them', async (t) => {
  const frames = Array.from({ length: 20 }, (_, n) => ({ prompt: `${n}`.repeat(limits.bodyPieceChars / 2) }));
  const sent = takeApart({ name: 'A film', storyboard: { frames } });
  t.deepEqual(sent.body, { name: 'A film', storyboard: { frames: [] } });
  t.deepEqual(sent.places, [['storyboard', 'frames']]);
  let rests = 0;
  const due = async (): Promise<void> => {
    rests += 1;
    return Promise.resolve();
  };
  t.deepEqual(await putTogether(sent, { due }), { name: 'A film', storyboard: { frames } });
  t.true(rests >= 10, `${rests} rests`);
});

test('so does a long text; a piece may end within a character', async (t) => {
  const script = `x${'𝒳'.repeat(limits.bodyPieceChars)}`;
  const sent = takeApart({ name: 'A film', script });
  t.is(sent.count, 3);
  t.deepEqual(await putTogether(sent, NO_TURNS), { name: 'A film', script });
});

test('short items share a piece', (t) => {
  t.is(takeApart({ sceneNumbers: Array.from({ length: 1_000 }, (_, n) => n), tags: ['a', 'b'] }).count, 2);
});

test('a body of which a piece is missing is no body', async (t) => {
  const sent = takeApart({ list: ['a'] });
  await t.throwsAsync(putTogether({ ...sent, count: 2 }, NO_TURNS), { name: 'BrokenInvariant' });
});
