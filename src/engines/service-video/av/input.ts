/** Files of media that are read. Only the named formats and codecs are ever tried, and nothing but the file itself. */
import { AVERROR_EAGAIN, AVERROR_EOF, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FormatContext, Frame, Packet, type Stream } from 'node-av/lib';
import { accepted, must, rejected } from './check.ts';

/** `formats` and `codecs` by their names in FFmpeg, by commas. */
export type Allowed = { readonly formats: string; readonly codecs: string };

export const FILMS: Allowed = { formats: 'mov,mp4,m4a,3gp,3g2,mj2', codecs: 'h264,aac,mov_text' };
/** Sound as the service makes and takes it. */
export const SOUNDS: Allowed = {
  formats: 'wav,mp3,mov,mp4,m4a,3gp,3g2,mj2,ogg,flac',
  codecs: 'pcm_s16le,pcm_s24le,pcm_s32le,pcm_f32le,pcm_u8,mp3,mp3float,aac,vorbis,opus,flac',
};

/** Opens a file of the allowed kinds. Fault `rejected`: it is of another kind, or broken. */
export const openInput = async (path: string, thing: string, { formats, codecs }: Allowed): Promise<FormatContext> => {
  const input = new FormatContext();
  const options = Dictionary.fromObject({
    format_whitelist: formats,
    codec_whitelist: codecs,
    protocol_whitelist: 'file',
  });
  accepted(await input.openInput(path, null, options), thing);
  accepted(await input.findStreamInfo(), thing);
  return input;
};

/** Fault `rejected`: the file has none of this type. */
export const streamOf = (input: FormatContext, type: 'video' | 'sound', thing: string): Stream => {
  const index = input.findBestStream(type === 'video' ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO);
  const stream = index < 0 ? undefined : input.streams[index];
  if (stream === undefined) throw rejected(`${thing} has no ${type}`);
  return stream;
};

/** Packets of all streams, in the order of the file. One packet is used for all: it is over with the next turn. */
export async function* packetsOf(input: FormatContext, thing: string): AsyncGenerator<Packet> {
  const packet = new Packet();
  packet.alloc();
  for (;;) {
    const answer = await input.readFrame(packet);
    if (answer === AVERROR_EOF) break;
    accepted(answer, thing);
    yield packet;
    packet.unref();
  }
  packet.free();
}

/** Opens the decoder of a stream. Fault `rejected`: there is none, or it refuses. */
export const openDecoder = async (stream: Stream, thing: string): Promise<CodecContext> => {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (codec === null) throw rejected(`no decoder for ${thing}`);
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  must(decoder.parametersToContext(stream.codecpar), 'to describe the decoder');
  decoder.pktTimebase = stream.timeBase;
  decoder.threadCount = 1;
  accepted(await decoder.open2(codec), thing);
  return decoder;
};

/** The frames of one more packet; of null, those that the decoder still has. One frame is used for all. */
export async function* decoded(
  decoder: CodecContext,
  packet: Packet | null,
  frame: Frame,
  thing: string,
): AsyncGenerator<Frame> {
  accepted(await decoder.sendPacket(packet), thing);
  for (;;) {
    const answer = await decoder.receiveFrame(frame);
    if (answer === AVERROR_EAGAIN || answer === AVERROR_EOF) return;
    accepted(answer, thing);
    yield frame;
    frame.unref();
  }
}

export const newFrame = (): Frame => {
  const frame = new Frame();
  frame.alloc();
  return frame;
};

/** The frames of one stream of a file, in their order. One frame is used for all. */
export async function* framesOf(input: FormatContext, stream: Stream, thing: string): AsyncGenerator<Frame> {
  const decoder = await openDecoder(stream, thing);
  const frame = newFrame();
  for await (const packet of packetsOf(input, thing)) {
    if (packet.streamIndex === stream.index) yield* decoded(decoder, packet, frame, thing);
  }
  yield* decoded(decoder, null, frame, thing);
}
