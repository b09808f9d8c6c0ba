/** Every metric has a picture that fails it alone, and a near twin that passes. */
import test from 'ava';
import { sha256 } from '../../../src/kernel/canonical-json.ts';
import { verdictOf } from '../../../src/kernel/verdict.ts';
import type { ScoreRequest } from '../../../src/ports/frame-scorer.ts';
import { judge } from '../../support/engines/painter.ts';
import { jpeg, PICTURE, png, type Rule } from '../../support/engines/pictures.ts';

/** A picture that passes: slopes, stripes, noise, some colour. */
const plain: Rule = ({ x, y, noise }) => {
  const level = 60 + 90 * (x / PICTURE.width) + 30 * Math.sin(y / 20) + 30 * noise;
  return [level + 12, level, level - 14];
};
const mirrored: Rule = (at) => plain({ ...at, x: PICTURE.width - 1 - at.x, y: PICTURE.height - 1 - at.y });
/** Clearly another picture, in blue. */
const blue: Rule = ({ x, y, noise }) => {
  const level = 50 + 80 * (y / PICTURE.height) + 30 * Math.cos(x / 31) + 30 * noise;
  return [level - 40, level, level + 70];
};

type Asked = Partial<ScoreRequest>;
type Case = {
  readonly metric: string;
  readonly side: string;
  readonly fails: () => Promise<Asked>;
  readonly passes: () => Promise<Asked>;
};

const drawn =
  (rule: Rule, asked: Asked = {}) =>
  async (): Promise<Asked> => ({ bytes: await png(rule), ...asked });

const tones =
  (count: number): Rule =>
  ({ noise }) =>
    40 + Math.floor(noise * count) * (160 / count);
/** Most pixels dark, few light, none black; `lift` moves all of them. */
const dim =
  (lift: number): Rule =>
  ({ noise }) =>
    4 + lift + 70 * noise ** 2.2;
const bright =
  (drop: number): Rule =>
  ({ noise }) =>
    251 - drop - 70 * noise ** 2.2;
const swell: Rule = ({ x, y }) => 120 + 50 * Math.sin(x / 40) + 40 * Math.cos(y / 30);
const lost =
  (value: number, share: number): Rule =>
  ({ x, noise }) =>
    (x * 7919) % 100 < share * 100 ? value : 60 + 140 * noise;

const hashOf = async (): Promise<string> => {
  const bytes = await png(plain);
  const request = { expected: PICTURE, continuityWith: null, siblingHashes: [], referenceHashes: [] };
  return (await judge.score({ bytes, ...request })).perceptualHash;
};
/** The same hash with its last eight bits turned. */
const cousin = (hash: string): string =>
  hash.slice(0, -2) + (Number.parseInt(hash.slice(-2), 16) ^ 0xff).toString(16).padStart(2, '0');

const cases: readonly Case[] = [
  {
    metric: 'decodes',
    side: 'cut off in the middle',
    fails: async () => ({ bytes: (await png(plain)).subarray(0, 90_000) }),
    passes: drawn(plain),
  },
  {
    metric: 'width',
    side: 'too narrow',
    fails: drawn(plain, { expected: { width: 514, height: 288 } }),
    passes: drawn(plain, { expected: { width: 510, height: 288 } }),
  },
  {
    metric: 'height',
    side: 'too low',
    fails: drawn(plain, { expected: { width: 512, height: 290 } }),
    passes: drawn(plain, { expected: { width: 512, height: 286 } }),
  },
  {
    metric: 'aspectError',
    side: 'another shape',
    fails: drawn(plain, { expected: { width: 480, height: 288 } }),
    passes: drawn(plain, { expected: { width: 256, height: 144 } }),
  },
  { metric: 'entropy', side: 'a handful of tones', fails: drawn(tones(12)), passes: drawn(tones(24)) },
  {
    metric: 'deviation',
    side: 'flat',
    fails: drawn(({ noise }) => 100 + 56 * noise),
    passes: drawn(({ noise }) => 100 + 70 * noise),
  },
  { metric: 'brightness', side: 'nearly black', fails: drawn(dim(0)), passes: drawn(dim(8)) },
  { metric: 'brightness', side: 'nearly white', fails: drawn(bright(0)), passes: drawn(bright(8)) },
  {
    metric: 'sharpness',
    side: 'out of focus',
    fails: drawn(swell),
    passes: drawn((at) => (swell(at) as number) + 16 * at.noise),
  },
  { metric: 'clippedLow', side: 'crushed', fails: drawn(lost(0, 0.34)), passes: drawn(lost(0, 0.26)) },
  { metric: 'clippedHigh', side: 'burnt', fails: drawn(lost(255, 0.15)), passes: drawn(lost(255, 0.09)) },
  {
    metric: 'siblingDistance',
    side: 'seen before',
    fails: async () => ({ bytes: await png(plain), siblingHashes: ['ffffffffffffffff', await hashOf()] }),
    passes: async () => ({ bytes: await png(plain), siblingHashes: ['ffffffffffffffff', cousin(await hashOf())] }),
  },
  {
    metric: 'referenceDistance',
    side: 'the reference encoded anew',
    fails: async () => ({ bytes: await png(plain), continuityWith: await jpeg(plain, 80) }),
    passes: async () => ({ bytes: await png(plain), continuityWith: await jpeg(mirrored, 80) }),
  },
  {
    metric: 'paletteDistance',
    side: 'another palette than the frame before',
    fails: async () => ({ bytes: await png(plain), continuityWith: await png(blue) }),
    passes: async () => ({ bytes: await png(plain), continuityWith: await png(mirrored) }),
  },
  {
    metric: 'referenceDecodes',
    side: 'a reference that is none',
    fails: async () => ({ bytes: await png(plain), continuityWith: Buffer.from('<html>not found</html>') }),
    passes: async () => ({ bytes: await png(plain), continuityWith: await png(mirrored) }),
  },
  {
    metric: 'copyOfReference',
    side: 'the very bytes of a reference',
    fails: async () => ({ bytes: await png(plain), referenceHashes: [sha256(await png(plain))] }),
    passes: async () => ({ bytes: await png(plain), referenceHashes: [sha256(await jpeg(plain))] }),
  },
];

const score = async (asked: Asked) =>
  judge.score({
    bytes: new Uint8Array(),
    expected: PICTURE,
    continuityWith: null,
    siblingHashes: [],
    referenceHashes: [],
    ...asked,
  });

for (const { metric, side, fails, passes } of cases) {
  test(`${metric}: ${side} fails alone, its twin passes`, async (t) => {
    const [bad, good] = [await score(await fails()), await score(await passes())];
    t.deepEqual(bad.failed, [metric], JSON.stringify(bad.metrics));
    t.is(bad.verdict, 'fail');
    t.deepEqual(good.failed, [], JSON.stringify(good.metrics));
    t.is(good.verdict, 'pass');
    // Without this one bound the bad picture would have passed: it is this bound, and nothing else, that sees it.
    const { [metric]: _, ...others } = bad.thresholds;
    t.is(verdictOf(bad.metrics, others).verdict, 'pass');
  });
}

test('every bound that the judge knows has such a pair', async (t) => {
  const bytes = await png(plain);
  const { thresholds } = await score({ bytes, continuityWith: await png(blue), siblingHashes: ['ffffffffffffffff'] });
  t.deepEqual([...new Set(cases.map(({ metric }) => metric))].sort(), Object.keys(thresholds).sort());
});
