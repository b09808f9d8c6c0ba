/** Scenes that were made apart, as one row of packets: copied, not encoded again. */
import { AV_CODEC_ID_H264 } from 'node-av/constants';
import type { Packet, Stream } from 'node-av/lib';
import { rejected } from '../av/check.ts';
import { closeInput, FILMS, type Input, openInput, packetsOf, streamOf } from '../av/input.ts';
import type { Size } from '../plan/frame.ts';
import { FRAMES_PER_SECOND } from '../plan/geometry.ts';

type Opened = { readonly input: Input; readonly stream: Stream };

/** The name of a clip in messages, counted from 1. */
const nameOf = (at: number): string => `clip ${at + 1}`;

const open = async (path: string, thing: string): Promise<Opened> => {
  const input = await openInput(path, thing, FILMS);
  return { input, stream: streamOf(input, 'video') };
};

/** All that a decoder is set up by; a join by copy needs the same of each clip. */
const encodingOf = ({ codecpar, timeBase }: Stream): string =>
  [
    codecpar.codecId,
    codecpar.width,
    codecpar.height,
    codecpar.extradata?.toString('hex') ?? '',
    timeBase.toString(),
    codecpar.colorSpace,
    codecpar.colorRange,
  ].join(' ');

const check = ({ input, stream }: Opened, { width, height }: Size, thing: string): void => {
  const { codecpar, avgFrameRate } = stream;
  if (input.format.nbStreams !== 1 || codecpar.codecId !== AV_CODEC_ID_H264)
    throw rejected(`${thing} is not one video of H.264`);
  if (codecpar.width !== width || codecpar.height !== height) {
    throw rejected(`${thing} has ${codecpar.width} x ${codecpar.height} pixels, not ${width} x ${height}`);
  }
  if (avgFrameRate.num !== FRAMES_PER_SECOND * avgFrameRate.den) {
    throw rejected(`${thing} has ${avgFrameRate.toString()} frames a second, not ${FRAMES_PER_SECOND}`);
  }
};

/** Frames of each clip. Fault `rejected`: a clip is no video, or of another size, rate or encoding than the first. */
export const lengthsOf = async (paths: readonly string[], size: Size): Promise<readonly number[]> => {
  const lengths: number[] = [];
  let first: string | undefined;
  for (const [at, path] of paths.entries()) {
    const opened = await open(path, nameOf(at));
    check(opened, size, nameOf(at));
    const encoding = encodingOf(opened.stream);
    first ??= encoding;
    if (encoding !== first) throw rejected(`${nameOf(at)} is encoded in another way than the first`);
    lengths.push(Number(opened.stream.nbFrames));
    await closeInput(opened.input);
  }
  return lengths;
};

/** Does something with the stream of a clip. */
export const withStream = async (path: string, use: (stream: Stream) => void): Promise<void> => {
  const { input, stream } = await open(path, nameOf(0));
  use(stream);
  await closeInput(input);
};

/** Packets of all clips, each moved behind the clip before it, in the time base of the stream of every clip. */
export async function* videoPackets(paths: readonly string[], lengths: readonly number[]): AsyncGenerator<Packet> {
  let before = 0;
  for (const [at, path] of paths.entries()) {
    const { input, stream } = await open(path, nameOf(at));
    const ticks = stream.timeBase.den / stream.timeBase.num / FRAMES_PER_SECOND;
    const offset = BigInt(before * ticks);
    let count = 0;
    for await (const packet of packetsOf(input)) {
      if (count === 0 && !packet.isKeyframe) throw rejected(`${nameOf(at)} does not begin with a whole picture`);
      count += 1;
      packet.pts += offset;
      packet.dts += offset;
      packet.duration = BigInt(ticks);
      yield packet;
    }
    if (count !== lengths[at]) throw rejected(`${nameOf(at)} has ${count} frames, and says ${lengths[at]}`);
    before += count;
    await closeInput(input);
  }
}
