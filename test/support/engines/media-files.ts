/** Small media files, byte by byte or by the library's writer around packets of nothing. */
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';

/** PCM of 16 bits, mono, 8 kHz. `declared`: the length in its head, where that is another one. */
export const wav = (bytes: number, declared = bytes): Buffer => {
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(Math.min(0xffff_ffff, declared + 36), 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.set([1, 0, 1, 0], 20);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(16_000, 28);
  head.set([2, 0, 16, 0], 32);
  head.write('data', 36);
  head.writeUInt32LE(declared, 40);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
};

/** Frames of silence, 26 ms each: layer III, 128 kbit/s, 44.1 kHz, mono. */
export const mp3 = (frames: number): Buffer => {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0xc0]);
  return Buffer.concat(Array<Buffer>(frames).fill(frame));
};

/** Frames of AAC LC, 21 ms each: 48 kHz, stereo, with a body of zeros. */
export const adts = (frames: number): Buffer => {
  const length = 107;
  const frame = Buffer.alloc(length);
  frame.set([0xff, 0xf1, 0x4c, 0x80 | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f, 0xfc]);
  return Buffer.concat(Array<Buffer>(frames).fill(frame));
};

const AAC = {
  codec: 'mp4a.40.2',
  sampleRate: 48_000,
  numberOfChannels: 2,
  description: new Uint8Array([0x11, 0x90]),
};

const OPUS = {
  codec: 'opus',
  sampleRate: 48_000,
  numberOfChannels: 2,
  description: Buffer.from('OpusHead\x01\x02\x00\x00\x80\xbb\x00\x00\x00\x00\x00', 'latin1'),
};

const PACKET_S = 0.02;
/** The first byte of an Opus packet of that length. */
const OPUS_20_MS = 8;

/** A second of sound, and as many frames of video of this size where one is given. */
const written = async (
  format: OutputFormat,
  codec: 'aac' | 'opus',
  size?: { readonly width: number; readonly height: number },
): Promise<Buffer> => {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const sound = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(sound);
  const picture = size === undefined ? undefined : new EncodedVideoPacketSource('vp8');
  if (picture !== undefined) output.addVideoTrack(picture);
  await output.start();
  const { width: codedWidth = 0, height: codedHeight = 0 } = size ?? {};
  for (let n = 0; n < 50; n += 1) {
    const packet = new EncodedPacket(new Uint8Array(100).fill(OPUS_20_MS), 'key', n * PACKET_S, PACKET_S);
    await sound.add(packet, { decoderConfig: codec === 'aac' ? AAC : OPUS });
    await picture?.add(packet, { decoderConfig: { codec: 'vp8', codedWidth, codedHeight } });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
};

export const m4a = async (): Promise<Buffer> => written(new Mp4OutputFormat(), 'aac');
export const ogg = async (): Promise<Buffer> => written(new OggOutputFormat(), 'opus');
export const webm = async (size?: { readonly width: number; readonly height: number }): Promise<Buffer> =>
  written(new WebMOutputFormat(), 'opus', size);
export const mkv = async (): Promise<Buffer> => written(new MkvOutputFormat(), 'aac');

/** Two packets of Opus so many seconds apart, and nothing between them: a small file that is long. */
export const farApart = async (seconds: number): Promise<Buffer> => {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const sound = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(sound);
  await output.start();
  for (const at of [0, seconds - PACKET_S]) {
    const packet = new EncodedPacket(new Uint8Array(100).fill(OPUS_20_MS), 'key', at, PACKET_S);
    await sound.add(packet, { decoderConfig: OPUS });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
};

/** Many tracks of two packets each. */
export const manyTracks = async (count: number): Promise<Buffer> => {
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const tracks = Array.from({ length: count }, () => new EncodedAudioPacketSource('aac'));
  for (const track of tracks) output.addAudioTrack(track);
  await output.start();
  for (const track of tracks) {
    for (const at of [0, PACKET_S]) {
      await track.add(new EncodedPacket(new Uint8Array(100), 'key', at, PACKET_S), { decoderConfig: AAC });
    }
    track.close();
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
};
