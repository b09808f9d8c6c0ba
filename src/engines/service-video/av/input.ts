/** Files of media that are read. */
import { AVERROR_EOF, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FormatContext, Frame, Packet, type Stream } from 'node-av/lib';
import type { Allowed } from '../tools/allowed.ts';
import { accepted, must, readyIn, rejected } from './check.ts';

/** A file that is open. `thing` names it in messages. */
export type Input = { readonly format: FormatContext; readonly codecs: readonly string[]; readonly thing: string };

/** Opens a file of the allowed kinds. Fault `rejected`: it is of another kind, or broken. */
export const openInput = async (path: string, thing: string, { formats, codecs }: Allowed): Promise<Input> => {
  const format = new FormatContext();
  const options = { format_whitelist: formats, codec_whitelist: codecs, protocol_whitelist: 'file' };
  accepted(await format.openInput(path, null, Dictionary.fromObject(options)), thing);
  accepted(await format.findStreamInfo(), thing);
  return { format, codecs: codecs.split(','), thing };
};

export const closeInput = async ({ format }: Input): Promise<void> => format.closeInput();

/** Fault `rejected`: the file has none of this type. */
export const streamOf = ({ format, thing }: Input, type: 'video' | 'sound'): Stream => {
  const index = format.findBestStream(type === 'video' ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO);
  const stream = index < 0 ? undefined : format.streams[index];
  if (stream === undefined) throw rejected(`${thing} has no ${type}`);
  return stream;
};

/** Packets of all streams, in the order of the file. One packet is used for all: it is over with the next turn. */
export async function* packetsOf({ format, thing }: Input): AsyncGenerator<Packet> {
  const packet = new Packet();
  packet.alloc();
  for (;;) {
    const answer = await format.readFrame(packet);
    if (answer === AVERROR_EOF) break;
    accepted(answer, thing);
    yield packet;
    packet.unref();
  }
  packet.free();
}

/** The options of a file bind its demuxer alone: fault `rejected` for a decoder that is not accepted. */
const openDecoder = async ({ codecs, thing }: Input, stream: Stream): Promise<CodecContext> => {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (codec === null || !codecs.includes(codec.name ?? '')) {
    throw rejected(`${thing} is encoded by ${codec?.name ?? 'an unknown codec'}, which is not accepted`);
  }
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  must(decoder.parametersToContext(stream.codecpar), 'to describe the decoder');
  decoder.pktTimebase = stream.timeBase;
  decoder.threadCount = 1;
  accepted(await decoder.open2(codec), thing);
  return decoder;
};

export const newFrame = (): Frame => {
  const frame = new Frame();
  frame.alloc();
  return frame;
};

/** The frames of one stream, in their order. One frame is used for all. */
export async function* framesOf(input: Input, stream: Stream): AsyncGenerator<Frame> {
  const decoder = await openDecoder(input, stream);
  const frame = newFrame();
  async function* decoded(packet: Packet | null): AsyncGenerator<Frame> {
    const decodes = (answer: number): number => accepted(answer, input.thing);
    decodes(await decoder.sendPacket(packet));
    yield* readyIn(frame, async (into) => decoder.receiveFrame(into), decodes);
  }
  for await (const packet of packetsOf(input)) {
    if (packet.streamIndex === stream.index) yield* decoded(packet);
  }
  yield* decoded(null);
}
