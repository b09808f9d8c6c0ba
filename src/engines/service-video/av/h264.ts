/** Frames to an MP4 of H.264. */
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_YUV420P,
  AVCHROMA_LOC_LEFT,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FormatContext, Frame, Packet, Rational } from 'node-av/lib';
import { Fault } from '../../../kernel/faults.ts';
import { type Frame as Pixels, FRAMES_PER_SECOND, type Size } from '../plan/geometry.ts';
import { GOP, h264Options, MP4_OPTIONS } from '../tools/encoding.ts';
import type { VideoFile } from '../tools/film-tools.ts';
import { must, readyIn } from './check.ts';

const openEncoder = async (width: number, height: number): Promise<CodecContext> => {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  if (codec === null) throw new Fault('unavailable', 'this FFmpeg has no x264');
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = width;
  encoder.height = height;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.timeBase = new Rational(1, FRAMES_PER_SECOND);
  encoder.framerate = new Rational(FRAMES_PER_SECOND, 1);
  encoder.gopSize = GOP;
  // Untagged, players guess the colours by the size of the picture.
  encoder.colorRange = AVCOL_RANGE_MPEG;
  encoder.colorPrimaries = AVCOL_PRI_BT709;
  encoder.colorTrc = AVCOL_TRC_BT709;
  encoder.colorSpace = AVCOL_SPC_BT709;
  encoder.chromaLocation = AVCHROMA_LOC_LEFT;
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  must(await encoder.open2(codec, Dictionary.fromObject(h264Options())), 'to open the encoder');
  return encoder;
};

const newFrame = (width: number, height: number): Frame => {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_PIX_FMT_YUV420P;
  frame.width = width;
  frame.height = height;
  must(frame.getBuffer(), 'to get memory for a frame');
  return frame;
};

const pixelsOf = (frame: Frame): Pixels => {
  const [y, u, v] = frame.data ?? [];
  if (y === undefined || u === undefined || v === undefined) throw new Fault('unavailable', 'a frame has no planes');
  const stride = (plane: number): number => frame.linesize[plane] ?? 0;
  return {
    width: frame.width,
    height: frame.height,
    y: { data: y, stride: stride(0) },
    u: { data: u, stride: stride(1) },
    v: { data: v, stride: stride(2) },
  };
};

export const createVideoFile = async (path: string, { width, height }: Size): Promise<VideoFile> => {
  const encoder = await openEncoder(width, height);
  const muxer = new FormatContext();
  must(muxer.allocOutputContext2(null, 'mp4', path), 'to make an MP4');
  const stream = muxer.newStream();
  must(stream.codecpar.fromContext(encoder), 'to describe the stream');
  stream.timeBase = encoder.timeBase;
  stream.avgFrameRate = encoder.framerate;
  must(await muxer.openOutput(), `to write ${path}`);
  must(await muxer.writeHeader(Dictionary.fromObject(MP4_OPTIONS)), 'to write the head');
  const packet = new Packet();
  packet.alloc();

  const encodes = (answer: number): number => must(answer, 'to encode');
  const encode = async (frame: Frame | null): Promise<void> => {
    encodes(await encoder.sendFrame(frame));
    for await (const made of readyIn(packet, async (into) => encoder.receivePacket(into), encodes)) {
      made.streamIndex = 0;
      made.duration = 1n;
      made.rescaleTs(encoder.timeBase, stream.timeBase);
      must(await muxer.interleavedWriteFrame(made), 'to write');
    }
  };

  // While one frame is encoded on another thread, the next is painted into the other one.
  const frames = [newFrame(width, height), newFrame(width, height)] as const;
  let count = 0;
  let encoding: Promise<void> = Promise.resolve();

  return {
    add: async (paint) => {
      const frame = frames[count % 2 === 0 ? 0 : 1];
      paint(pixelsOf(frame));
      frame.pts = BigInt(count);
      count += 1;
      await encoding;
      encoding = encode(frame);
    },
    close: async () => {
      await encoding;
      await encode(null);
      must(await muxer.writeTrailer(), 'to write the end');
      await muxer.closeOutput();
    },
  };
};
