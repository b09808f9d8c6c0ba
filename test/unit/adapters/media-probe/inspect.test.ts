import test, { type ExecutionContext } from 'ava';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from '../../../../src/adapters/media-probe/inspect.ts';
import type { MediaRefusal, MediaTrack } from '../../../../src/ports/media-probe.ts';
import { adts, m4a, manyTracks, mkv, mp3, ogg, wav, webm } from '../../../support/engines/media-files.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';
import { createRandom } from '../../../support/kernel/seeded-random.ts';

const BOUNDS = { bytesMax: 20_000_000, durationMaxMs: 60_000 };

const inspected = async (t: ExecutionContext, bytes: Uint8Array, bounds = BOUNDS) => {
  const path = join(tempFolder(t), 'file');
  await writeFile(path, bytes);
  return inspect(path, bounds);
};

const stereo = (codec: string): MediaTrack => ({ kind: 'audio', codec, sampleRate: 48_000, channels: 2 });

const files: readonly [string, () => Promise<Buffer> | Buffer, number, readonly MediaTrack[]][] = [
  ['wav', () => wav(16_000), 1_000, [{ kind: 'audio', codec: 'pcm-s16', sampleRate: 8_000, channels: 1 }]],
  ['mp3', () => mp3(80), 2_090, [{ kind: 'audio', codec: 'mp3', sampleRate: 44_100, channels: 1 }]],
  ['aac', () => adts(100), 2_133, [stereo('aac')]],
  ['mp4', m4a, 1_000, [stereo('aac')]],
  ['ogg', ogg, 1_000, [stereo('opus')]],
  ['webm', webm, 1_000, [stereo('opus')]],
  ['matroska', mkv, 1_000, [stereo('aac')]],
];

for (const [container, make, durationMs, tracks] of files) {
  test(`${container}: its container, tracks and duration`, async (t) => {
    const bytes = await make();
    const probed = await inspected(t, bytes);
    t.like(probed, { kind: 'media', media: { container } });
    t.deepEqual(probed.kind === 'media' ? probed.media.tracks : [], tracks);
    const found = probed.kind === 'media' ? probed.media.durationMs : 0;
    // The last packet of some containers has no duration.
    t.true(Math.abs(found - durationMs) <= 25, String(found));
  });
}

test('a video has the size of its frames', async (t) => {
  const probed = await inspected(t, await webm({ width: 640, height: 360 }));
  const video = { kind: 'video', codec: 'vp8', width: 640, height: 360 } as const;
  t.deepEqual(probed.kind === 'media' ? probed.media.tracks : [], [stereo('opus'), video]);
});

test('a length that is declared and not there does not count', async (t) => {
  t.like(await inspected(t, wav(16_000, 0xffff_fff0)), { kind: 'media', media: { durationMs: 1_000 } });
  t.like(await inspected(t, wav(8_000, 16_000)), { kind: 'media', media: { durationMs: 500 } });
});

const replaced = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');

const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length * 0.6));
const random = createRandom(7);
const randomBytes = (count: number): Buffer => Buffer.from(Array.from({ length: count }, () => random.between(0, 255)));

const TERABYTE_BOX =
  '\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isommp42\x00\x00\x00\x01moov\x00\x00\x01\x00\x00\x00\x00\x00';

const hostile: readonly [string, MediaRefusal, () => Promise<Uint8Array> | Uint8Array][] = [
  ['a playlist of HLS', 'unknown_format', () => Buffer.from('#EXTM3U\n#EXTINF:9,\nhttps://127.0.0.1/x.ts\n')],
  [
    'a playlist behind the tag of an mp3',
    'unknown_format',
    () => Buffer.from('ID3\x03\0\0\0\0\0\0#EXTM3U\nhttps://127.0.0.1/\n'),
  ],
  ['a list of files to join', 'unknown_format', () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
  [
    'a manifest of DASH',
    'unknown_format',
    () => Buffer.from('<?xml version="1.0"?><MPD><BaseURL>file:///etc/</BaseURL></MPD>'),
  ],
  ['a ZIP archive', 'unknown_format', () => Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(1_000)])],
  ['a page', 'unknown_format', () => Buffer.from('<html><script>alert(1)</script></html>')],
  ['random bytes', 'unknown_format', () => randomBytes(100_000)],
  ['zeros', 'unknown_format', () => Buffer.alloc(5_000_000)],
  ['ones', 'unknown_format', () => Buffer.alloc(5_000_000, 0xff)],
  ['the head of a wav', 'broken', () => wav(0).subarray(0, 20)],
  ['a wav without samples', 'broken', () => wav(0)],
  ['half an mp4', 'broken', async () => half(await m4a())],
  ['an mp4 without its index', 'no_track', async () => (await m4a()).subarray(0, 40)],
  [
    'an mp4 with a box of a declared terabyte',
    'no_track',
    () => Buffer.concat([Buffer.from(TERABYTE_BOX, 'latin1'), Buffer.alloc(100)]),
  ],
  ['half an ogg', 'broken', async () => half(await ogg())],
  ['the head of a webm', 'no_track', async () => (await webm()).subarray(0, 120)],
  ['more tracks than a film has', 'too_many_tracks', async () => manyTracks(9)],
  ['a codec that is none', 'unknown_codec', async () => replaced(await webm(), 'A_OPUS', 'A_NONE')],
  ['too many pixels', 'too_many_pixels', async () => webm({ width: 16_000, height: 16_000 })],
];

for (const [title, why, make] of hostile) {
  test(`${title}: ${why}`, async (t) => {
    t.deepEqual(await inspected(t, await make()), { kind: 'refused', why });
  });
}

test('a sound that is too long is refused, and one at the bound is not', async (t) => {
  const bounds = { bytesMax: 20_000, durationMaxMs: 1_000 };
  t.is((await inspected(t, wav(16_000), bounds)).kind, 'media');
  t.deepEqual(await inspected(t, wav(16_016), bounds), { kind: 'refused', why: 'too_long' });
});

test('a file with changed bytes has a verdict', async (t) => {
  for (const make of [m4a, ogg, webm, mkv, () => mp3(40), () => wav(4_000)]) {
    for (let round = 0; round < 5; round += 1) {
      const bytes = Buffer.from(await make());
      for (let n = 0; n < 20; n += 1)
        bytes[random.between(0, Math.min(bytes.length, 2_000) - 1)] = random.between(0, 255);
      const { kind } = await inspected(t, bytes);
      t.true(kind === 'media' || kind === 'refused');
    }
  }
});
