/** Scenes that were made apart, looked at before they are joined. */
import { Fault } from '../../../kernel/faults.ts';
import { FRAMES_PER_SECOND, type Size } from '../plan/geometry.ts';
import type { FilmHead, FilmTools, VideoHead } from '../tools/film-tools.ts';

const rejected = (message: string): Fault => new Fault('rejected', message);

const checked = ({ streams, startsWhole }: FilmHead, { width, height }: Size, thing: string): VideoHead => {
  const [video, ...others] = streams;
  if (video?.kind !== 'video' || others.length > 0 || video.codec !== 'h264') {
    throw rejected(`${thing} is not one video of H.264`);
  }
  if (video.width !== width || video.height !== height) {
    throw rejected(`${thing} has ${video.width} x ${video.height} pixels, not ${width} x ${height}`);
  }
  if (video.framesPerSecond !== FRAMES_PER_SECOND) {
    throw rejected(`${thing} has ${video.framesPerSecond} frames a second, not ${FRAMES_PER_SECOND}`);
  }
  if (!startsWhole) throw rejected(`${thing} does not begin with a whole picture`);
  return video;
};

/** Frames of each clip. Fault `rejected`: a clip is no video, or of another size, rate or encoding than the first. */
export const lengthsOf = async (
  { headOf }: FilmTools,
  paths: readonly string[],
  size: Size,
): Promise<readonly number[]> => {
  const lengths: number[] = [];
  let first: string | undefined;
  for (const [at, path] of paths.entries()) {
    const thing = clipName(at);
    const { setUp, frames } = checked(await headOf(path, thing), size, thing);
    first ??= setUp;
    if (setUp !== first) throw rejected(`${thing} is encoded in another way than the first`);
    lengths.push(frames);
  }
  return lengths;
};

/** The name of a clip in messages, counted from 1. */
export const clipName = (at: number): string => `clip ${at + 1}`;
