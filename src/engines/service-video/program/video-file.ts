/** Frames to an MP4 of H.264: raw frames go into the program by its pipe. */
import { type Frame, FRAMES_PER_SECOND, type Size } from '../plan/geometry.ts';
import { GOP, h264Options, MP4_OPTIONS } from '../tools/encoding.ts';
import type { VideoFile } from '../tools/film-tools.ts';
import { wordsOf } from './arguments.ts';
import { failing, finish, startRun } from './run.ts';

// Untagged, players guess the colours by the size of the picture.
const COLOURS = {
  color_range: 'tv',
  color_primaries: 'bt709',
  color_trc: 'bt709',
  colorspace: 'bt709',
  chroma_sample_location: 'left',
};

export const createVideoFile = (ffmpeg: string, path: string, { width, height }: Size): VideoFile => {
  const shape = { pixel_format: 'yuv420p', video_size: `${width}x${height}`, framerate: String(FRAMES_PER_SECOND) };
  const raw = wordsOf({ f: 'rawvideo', ...shape, i: 'pipe:0' });
  const encoding = { 'c:v': 'libx264', g: String(GOP), ...h264Options(), ...COLOURS };
  const made = wordsOf({ ...encoding, ...MP4_OPTIONS, f: 'mp4' });
  const run = startRun(ffmpeg, ['-nostdin', '-y', ...raw, ...made, `file:${path}`]);
  const done = async (): Promise<void> => finish(run, failing('to encode'));
  // While one frame is on its way, the next is painted into the other one.
  const frames = [frameOf(width, height), frameOf(width, height)] as const;
  let count = 0;
  let written: Promise<boolean> = Promise.resolve(true);
  return {
    add: async (paint) => {
      const { bytes, frame } = frames[count % 2 === 0 ? 0 : 1];
      paint(frame);
      count += 1;
      if (await written) written = run.write(bytes);
      else await done();
    },
    close: async () => {
      await written;
      run.end();
      await done();
    },
  };
};

/** The three planes one after the other, without gaps. */
const frameOf = (width: number, height: number): { readonly bytes: Buffer; readonly frame: Frame } => {
  const [luma, chroma] = [width * height, (width * height) / 4];
  const bytes = Buffer.alloc(luma + 2 * chroma);
  const plane = (from: number, length: number, stride: number) => ({
    data: bytes.subarray(from, from + length),
    stride,
  });
  const y = plane(0, luma, width);
  const u = plane(luma, chroma, width / 2);
  const v = plane(luma + chroma, chroma, width / 2);
  return { bytes, frame: { width, height, y, u, v } };
};
