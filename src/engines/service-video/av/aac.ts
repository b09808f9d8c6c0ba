/** Blocks of samples as packets of AAC. */
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
} from 'node-av/constants';
import { Codec, CodecContext, type Frame, Packet } from 'node-av/lib';
import { Fault } from '../../../kernel/faults.ts';
import { RATE } from '../plan/geometry.ts';
import { AAC_BIT_RATE } from '../tools/encoding.ts';
import { must, readyIn } from './check.ts';
import { filtered, PER_SAMPLE } from './graph.ts';

export const openAac = async (): Promise<CodecContext> => {
  const codec = Codec.findEncoderByName(FF_ENCODER_AAC);
  if (codec === null) throw new Fault('unavailable', 'this FFmpeg has no AAC');
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = RATE;
  encoder.sampleFormat = AV_SAMPLE_FMT_FLTP;
  encoder.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  encoder.bitRate = BigInt(AAC_BIT_RATE);
  encoder.timeBase = PER_SAMPLE;
  encoder.threadCount = 1;
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  must(await encoder.open2(codec), 'to open the encoder of sound');
  return encoder;
};

/** Packets of the encoder, in its time base. One packet is used for all. */
export async function* aacPackets(encoder: CodecContext, blocks: AsyncIterable<Float32Array>): AsyncGenerator<Packet> {
  const packet = new Packet();
  packet.alloc();
  async function* encoded(frame: Frame | null): AsyncGenerator<Packet> {
    const encodes = (answer: number): number => must(answer, 'to encode sound');
    encodes(await encoder.sendFrame(frame));
    yield* readyIn(packet, async (into) => encoder.receivePacket(into), encodes);
  }
  const filters = `aformat=sample_fmts=fltp,asetnsamples=n=${encoder.frameSize}:p=0`;
  for await (const frame of filtered(blocks, filters)) yield* encoded(frame);
  yield* encoded(null);
}
