/** Sound as programs of the world write it: encoded by FFmpeg into each container. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AV_SAMPLE_FMT_S16P,
  AVERROR_EAGAIN,
  AVERROR_EOF,
} from 'node-av/constants';
import { Codec, CodecContext, FormatContext, type Frame, Packet, Rational } from 'node-av/lib';
import { must } from '../../../src/engines/service-video/av/check.ts';
import { filtered } from '../../../src/engines/service-video/av/graph.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { tempFolder } from '../process/temp-folder.ts';

type Kind = {
  /** FFmpeg's names. */
  readonly muxer: string;
  readonly encoder: string;
  readonly samples: 'fltp' | 's16' | 's16p';
  readonly rate: number;
  readonly channels: 'mono' | 'stereo';
};

export const SOUND_KINDS = {
  wav: { muxer: 'wav', encoder: 'pcm_s16le', samples: 's16', rate: 44_100, channels: 'stereo' },
  mp3: { muxer: 'mp3', encoder: 'libmp3lame', samples: 'fltp', rate: 44_100, channels: 'mono' },
  aac: { muxer: 'adts', encoder: 'aac', samples: 'fltp', rate: 44_100, channels: 'stereo' },
  m4a: { muxer: 'ipod', encoder: 'aac', samples: 'fltp', rate: 48_000, channels: 'mono' },
  flac: { muxer: 'flac', encoder: 'flac', samples: 's16', rate: 22_050, channels: 'mono' },
  ogg: { muxer: 'ogg', encoder: 'libvorbis', samples: 'fltp', rate: 44_100, channels: 'stereo' },
  opus: { muxer: 'ogg', encoder: 'libopus', samples: 's16', rate: 48_000, channels: 'mono' },
  webm: { muxer: 'webm', encoder: 'libopus', samples: 's16', rate: 48_000, channels: 'stereo' },
} as const satisfies Readonly<Record<string, Kind>>;

const SAMPLES = { fltp: AV_SAMPLE_FMT_FLTP, s16: AV_SAMPLE_FMT_S16, s16p: AV_SAMPLE_FMT_S16P };
const LAYOUTS = { mono: AV_CHANNEL_LAYOUT_MONO, stereo: AV_CHANNEL_LAYOUT_STEREO };
/** Samples a second of the given wave. */
const RATE = 48_000;

/** `wave` gives a sample from -1 to 1 for a time in seconds. */
export const encodedSound = async (
  t: ExecutionContext,
  { muxer: format, encoder: name, samples, rate, channels }: Kind,
  seconds: number,
  wave: (at: number) => number,
): Promise<Buffer> => {
  const path = join(tempFolder(t), `sound.${format}`);
  const codec = Codec.findEncoderByName(name as never);
  assert(codec !== null, `FFmpeg has ${name}`);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = rate;
  encoder.sampleFormat = SAMPLES[samples];
  encoder.channelLayout = LAYOUTS[channels];
  encoder.timeBase = new Rational(1, rate);
  encoder.threadCount = 1;
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  must(await encoder.open2(codec), 'to open');
  const muxer = new FormatContext();
  must(muxer.allocOutputContext2(null, format, path), 'to make a file');
  const stream = muxer.newStream();
  must(stream.codecpar.fromContext(encoder), 'to describe');
  stream.timeBase = encoder.timeBase;
  must(await muxer.openOutput(), 'to write');
  must(await muxer.writeHeader(), 'to write the head');

  const packet = new Packet();
  packet.alloc();
  const encode = async (frame: Frame | null): Promise<void> => {
    must(await encoder.sendFrame(frame), 'to encode');
    for (;;) {
      const answer = await encoder.receivePacket(packet);
      if (answer === AVERROR_EAGAIN || answer === AVERROR_EOF) return;
      must(answer, 'to encode');
      packet.streamIndex = 0;
      packet.rescaleTs(encoder.timeBase, stream.timeBase);
      must(await muxer.interleavedWriteFrame(packet), 'to write');
    }
  };

  const block = Float32Array.from({ length: 2 * Math.round(seconds * RATE) }, (_, i) => wave(Math.floor(i / 2) / RATE));
  const cut = encoder.frameSize > 0 ? `,asetnsamples=n=${encoder.frameSize}:p=0` : '';
  const shape = `aformat=sample_fmts=${samples}:channel_layouts=${channels}`;
  for await (const frame of filtered([block], `aresample=${rate},${shape}${cut}`)) await encode(frame);
  await encode(null);
  must(await muxer.writeTrailer(), 'to write the end');
  await muxer.closeOutput();
  return readFile(path);
};
