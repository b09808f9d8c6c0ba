import test from 'ava';
import sharp from 'sharp';
import { createGate } from '../../../src/kernel/gate.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { verdictOf } from '../../../src/kernel/verdict.ts';
import type { Evidence } from '../../../src/ports/frame-scorer.ts';
import { createPixelScorer } from '../../../src/quality/pixel-scorer.ts';
import { judged } from '../../support/engines/painter.ts';
import { blackPng, jpeg, PICTURE, png, type Rule } from '../../support/engines/pictures.ts';

const plain: Rule = ({ x, y, noise }) => 50 + 100 * (x / PICTURE.width) + 30 * Math.sin(y / 20) + 30 * noise;

/** As an auditor uses the evidence of an event: read it from JSON and judge again. */
const isReplayable = ({ verdict, failed, metrics, thresholds }: Evidence): boolean => {
  const stored = JSON.parse(JSON.stringify({ metrics, thresholds })) as Pick<Evidence, 'metrics' | 'thresholds'>;
  const replayed = verdictOf(stored.metrics, stored.thresholds);
  return replayed.verdict === verdict && JSON.stringify(replayed.failed) === JSON.stringify(failed);
};

test('a verdict follows from the stored evidence alone', async (t) => {
  const good = await judged(await png(plain));
  const bad = await judged(await png(({ noise }) => 110 + 20 * noise), { continuityWith: await jpeg(plain) });
  t.is(good.verdict, 'pass');
  t.is(bad.verdict, 'fail');
  t.true(isReplayable(good));
  t.true(isReplayable(bad));
  t.true(isReplayable(await judged(Buffer.from('no picture'))));
});

test('sabotage: evidence that was touched, or judged by other values than it holds, is found', async (t) => {
  const good = await judged(await png(plain));
  t.false(isReplayable({ ...good, metrics: { ...good.metrics, brightness: 3 } }));
  t.false(isReplayable({ ...good, thresholds: { ...good.thresholds, entropy: { min: 7.9 } } }));
  t.false(isReplayable({ ...good, verdict: 'fail' }));
  // 0.01004 fails a bound of 0.01, and is stored as 0.01, which does not.
  const unrounded = verdictOf({ aspectError: 0.01004 }, { aspectError: { max: 0.01 } });
  t.false(
    isReplayable({ ...good, ...unrounded, metrics: { aspectError: 0.01 }, thresholds: { aspectError: { max: 0.01 } } }),
  );
});

test('values are stored with four decimals at most', async (t) => {
  const { metrics } = await judged(await png(plain), { continuityWith: await jpeg(plain) });
  for (const [name, value] of Object.entries(metrics)) t.is(Math.round(value * 10_000) / 10_000, value, name);
});

test('the same bytes give the same evidence, whatever else is judged beside them', async (t) => {
  const bytes = await png(plain);
  const alone = await judged(bytes);
  const [first, , second] = await Promise.all([judged(bytes), judged(await jpeg(plain)), judged(bytes)]);
  t.deepEqual(first, alone);
  t.deepEqual(second, alone);
});

const truncatedJpeg = async (): Promise<Uint8Array> => (await jpeg(plain)).subarray(0, 20_000);
const unreadable: Readonly<Record<string, () => Promise<Uint8Array> | Uint8Array>> = {
  nothing: () => new Uint8Array(),
  text: () => Buffer.from('The service is unavailable.'),
  'an SVG that would decode': () =>
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="512" height="288"><rect width="9" height="9"/></svg>'),
  'a GIF that would decode': () =>
    sharp({ create: { width: 512, height: 288, channels: 3, background: '#777' } })
      .gif()
      .toBuffer(),
  'a signature and nothing more': () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  'a torn JPEG': truncatedJpeg,
  'a picture past the pixel bound': () => blackPng(6_400, 6_400),
  'a file past the size bound': async () => Buffer.concat([await png(plain), Buffer.alloc(limits.imageBytesMax)]),
};

for (const [name, bytes] of Object.entries(unreadable)) {
  test(`${name} fails and does not throw`, async (t) => {
    const evidence = await judged(await bytes());
    t.deepEqual(evidence.metrics, { decodes: 0 });
    t.deepEqual(evidence.failed, ['decodes']);
    t.is(evidence.verdict, 'fail');
    t.deepEqual(evidence.corrections, []);
    t.is(evidence.perceptualHash, '0000000000000000');
  });
}

test('a picture just within the pixel bound is read', async (t) => {
  t.true(6_240 * 6_400 < limits.imagePixelsMax && limits.imagePixelsMax < 6_400 * 6_400);
  t.is((await judged(blackPng(6_240, 6_400))).metrics['decodes'], 1);
});

test('PNG, JPEG and WebP are read; grey and transparent ones too', async (t) => {
  const picture = sharp(await png(plain));
  const grey = await picture.clone().greyscale().png().toBuffer();
  const seeThrough = await picture.clone().ensureAlpha(0.9).webp({ lossless: true }).toBuffer();
  for (const bytes of [await png(plain), await jpeg(plain), grey, seeThrough])
    t.is((await judged(bytes)).verdict, 'pass');
});

test('a picture that its file says to turn is measured upright', async (t) => {
  const turned = await sharp(await png(plain))
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { metrics } = await judged(turned, { expected: { width: 288, height: 512 } });
  t.is(metrics['width'], 288);
  t.is(metrics['height'], 512);
});

test('large pictures are judged on a copy: nearly the same values', async (t) => {
  const large = await sharp(await png(plain))
    .resize(2_048, 1_152)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const [small, big] = [await judged(await png(plain)), await judged(large)];
  t.is(big.metrics['width'], 2_048);
  t.true(Math.abs((big.metrics['brightness'] ?? 0) - (small.metrics['brightness'] ?? 0)) < 1);
  t.true(Math.abs((big.metrics['deviation'] ?? 0) - (small.metrics['deviation'] ?? 0)) < 2);
});

test('all work goes through the gate, one at a time for each picture', async (t) => {
  let entered = 0;
  const gate = createGate({ placesMax: 1, waitingMax: 10 });
  const counting = {
    run: <T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
      entered += 1;
      return gate.run(task, signal);
    },
  };
  const scorer = createPixelScorer({ gate: counting });
  const bytes = await png(plain);
  const request = { bytes, expected: PICTURE, continuityWith: bytes, siblingHashes: [], referenceHashes: [] };
  await Promise.all([scorer.score(request), scorer.score(request)]);
  t.is(entered, 2);
});
