import test from 'ava';
import sharp from 'sharp';
import { createGate } from '../../../src/kernel/gate.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { createPictureCheck } from '../../../src/quality/picture-check.ts';
import { blackPng, jpeg, PICTURE, png } from '../../support/engines/pictures.ts';

const pictures = createPictureCheck({ gate: createGate({ placesMax: 1, waitingMax: 100 }) });

const check = async (bytes: Uint8Array) => pictures.check(bytes);

const rule = ({ x, noise }: { x: number; noise: number }): number => (x % 256) * noise;

test('a picture is what its bytes say, upright', async (t) => {
  const { width, height } = PICTURE;
  t.deepEqual(await check(await png(rule)), { contentType: 'image/png', width, height });
  t.deepEqual(await check(await jpeg(rule)), { contentType: 'image/jpeg', width, height });
  const webp = await sharp(await png(rule))
    .webp()
    .toBuffer();
  t.deepEqual(await check(webp), { contentType: 'image/webp', width, height });
  const turned = await sharp(await png(rule))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  t.deepEqual(await check(turned), { contentType: 'image/jpeg', width: height, height: width });
});

const hostile: readonly [string, () => Promise<Uint8Array> | Uint8Array][] = [
  ['nothing', () => new Uint8Array()],
  ['a page', () => Buffer.from('<html><script>alert(1)</script></html>')],
  ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')],
  [
    'SVG with an entity of a file',
    () => Buffer.from('<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
  ],
  ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
  [
    'GIF',
    async () =>
      sharp(await png(rule))
        .gif()
        .toBuffer(),
  ],
  [
    'TIFF',
    async () =>
      sharp(await png(rule))
        .tiff()
        .toBuffer(),
  ],
  [
    'AVIF',
    async () =>
      sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
        .avif()
        .toBuffer(),
  ],
  ['the head of a PNG', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['the head of a JPEG with a page', () => Buffer.from('\xff\xd8\xff<html>', 'latin1')],
  ['the head of a WebP with SVG', () => Buffer.from('RIFF\x10\x00\x00\x00WEBP<svg/>', 'latin1')],
  ['half a PNG', async () => (await png(rule)).subarray(0, 100_000)],
  ['half a JPEG', async () => (await jpeg(rule)).subarray(0, 20_000)],
  ['a PNG with a byte changed', async () => (await png(rule)).fill(0, 50_000, 50_100)],
  ['a PNG of 20,000 by 20,000 pixels', () => blackPng(20_000, 20_000)],
  ['a PNG of 65,535 by 65,535 pixels', () => blackPng(65_535, 65_535, 20_000)],
  ['a PNG of one row of a billion pixels', () => blackPng(1_000_000_000, 1)],
  [
    'more bytes than a picture may have',
    async () => Buffer.concat([await png(rule), Buffer.alloc(limits.imageBytesMax)]),
  ],
];

for (const [title, bytes] of hostile) {
  test(`${title} is no picture`, async (t) => {
    t.is(await check(await bytes()), null);
  });
}
