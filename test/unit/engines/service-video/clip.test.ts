import { readFile } from 'node:fs/promises';
import ava from 'ava';
import { clipOf } from '../../../support/engines/films.ts';
import { inEachForm } from '../../../support/engines/forms.ts';
import { paint } from '../../../support/engines/painter.ts';
import { difference, headOf, type Picture, picturesOf } from '../../../support/engines/watch-film.ts';

const test = inEachForm(ava);

/** Dark and light pixels of the lower third, where captions are. */
const lower = ({ width, height, y }: Picture): Uint8Array => y.subarray(Math.floor(height * 0.66) * width);
const hasText = (picture: Picture, plain: Picture): boolean =>
  lower(picture).filter((value, i) => Math.abs(value - (lower(plain)[i] ?? 0)) > 60).length > 40;

const sizes = [
  ['16:9', 192, 108],
  ['9:16', 108, 192],
  ['1:1', 108, 108],
  ['4:5', 112, 140],
  ['2:3', 112, 168],
] as const;

for (const [shape, width, height] of sizes) {
  test(`a scene of ${shape} has its size, its frames and its colours`, async (t, openStudio) => {
    const { make } = openStudio(t);
    const captions = [{ text: 'Ada walks along the quay in the rain.', startMs: 0, endMs: 900 }];
    const { path, output } = await make(clipOf({ width, height, durationMs: 900, captions }));
    const { seconds, streams } = await headOf(path);
    t.is(streams.length, 1);
    t.like(streams[0], { width, height, frames: 22, rate: 24, format: 0, colours: [1, 1, 1, 1] });
    t.is(Math.round(seconds * 24), 22);
    t.is(output.durationMs, 917);
    const pictures = await picturesOf(path);
    t.deepEqual(
      pictures.map(({ at }) => Math.round((at * 24) / 1_000)),
      Array.from({ length: 22 }, (_, i) => i),
    );
    t.true(pictures.every((picture) => picture.width === width && picture.height === height));
  });
}

test('a caption is burnt in from its first frame to its last', async (t, openStudio) => {
  const { make, scene } = openStudio(t);
  const captions = [{ text: 'Hello, hello', startMs: 250, endMs: 750 }];
  const plain = await picturesOf(await scene());
  const shown = await picturesOf((await make(clipOf({ captions }))).path);
  const withText = shown.flatMap((picture, i) => (hasText(picture, plain[i] ?? picture) ? [i] : []));
  t.deepEqual(
    withText,
    Array.from({ length: 12 }, (_, i) => 6 + i),
  );
});

test('a closing card covers the last part of the scene', async (t, openStudio) => {
  const { make, scene } = openStudio(t);
  const plain = await picturesOf(await scene());
  const carded = await picturesOf((await make(clipOf({ card: { title: 'Buy', lines: ['now', 'here'] } }))).path);
  const off = carded.map((picture, i) => difference(picture, plain[i] ?? picture));
  t.true(Math.max(...off.slice(0, 12)) < 3, String(off));
  t.true((off.at(-1) ?? 0) > 20, String(off));
});

test('a rest of a film shows the card from its first frame on', async (t, openStudio) => {
  const { make } = openStudio(t);
  const rest = { durationMs: 200 };
  const plain = await picturesOf((await make(clipOf(rest))).path);
  const card = { title: 'Buy', lines: ['now', 'here'] };
  const carded = await picturesOf((await make(clipOf({ ...rest, card }))).path);
  const off = carded.map((picture, i) => difference(picture, plain[i] ?? picture));
  t.true(Math.min(...off) > 20, String(off));
});

test('each frame moves a little on, and none moves back', async (t, openStudio) => {
  const { make } = openStudio(t);
  const startFrame = await paint();
  const pictures = await picturesOf((await make(clipOf({ startFrame, durationMs: 2_000 }))).path);
  const first = pictures[0] as Picture;
  const away = pictures.map((picture) => difference(picture, first));
  const still = pictures.slice(1).filter((picture, i) => difference(picture, pictures[i] as Picture) < 0.05);
  t.is(still.length, 0);
  t.true((away.at(-1) ?? 0) > (away[12] ?? 0) && (away[12] ?? 0) > (away[3] ?? 0), String(away));
});

test('the same request gives the same clip, to the byte; another seed gives another', async (t, openStudio) => {
  const { make } = openStudio(t);
  const request = clipOf({ width: 192, height: 108, pictures: true, durationMs: 500 });
  const [one, again, other] = [await make(request), await make(request), await make({ ...request, seed: 2 })];
  const bytes = await readFile(one.path);
  t.true(bytes.equals(await readFile(again.path)));
  t.false(bytes.equals(await readFile(other.path)));
});

test('scenes of one film are set up alike, whatever their length and content', async (t, openStudio) => {
  const { make } = openStudio(t);
  const size = { width: 192, height: 108 };
  const startFrame = await paint(size);
  const requests = [
    clipOf(size),
    clipOf({ ...size, startFrame, durationMs: 300 }),
    clipOf({ ...size, pictures: true, seed: 9, durationMs: 700 }),
  ];
  const setUps = new Set<string | undefined>();
  for (const request of requests) setUps.add((await headOf((await make(request)).path)).streams[0]?.setUp);
  t.is(setUps.size, 1);
});

test('a scene without pictures needs no painter, and tells no words that were left out', async (t, openStudio) => {
  const { make } = openStudio(t);
  const small = { width: 64, height: 64, durationMs: 250 };
  t.is((await make(clipOf(small))).output.coverage, undefined);
  t.truthy((await make(clipOf({ ...small, pictures: true }))).output.coverage);
});
