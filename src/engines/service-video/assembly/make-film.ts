/** A film in a child process: scenes joined by copy, sound mixed and encoded once, a track of text, one MP4. */
import { SAMPLES_PER_FRAME } from '../plan/geometry.ts';
import type { AssemblyTask } from '../plan/tasks.ts';
import type { FilmTools } from '../tools/film-tools.ts';
import { lengthsOf } from './clips.ts';
import { gainFor, mixed } from './mix.ts';

const soundOf = async function* soundOf(
  tools: FilmTools,
  { speech, music }: AssemblyTask,
  samples: number,
): AsyncGenerator<Float32Array> {
  const gain = await gainFor(tools, { speech, music }, samples);
  const blocks = mixed(tools, { speech, music }, samples);
  yield* gain === null ? blocks : tools.louder(blocks, gain);
};

/** Writes the film into the file `output`, and answers the number of its frames. Its memory does not grow with it. */
export const makeFilm = async (tools: FilmTools, task: AssemblyTask, output: string): Promise<number> => {
  const { clips, captions, title, width, height } = task;
  const lengths = await lengthsOf(tools, clips, { width, height });
  const frames = lengths.reduce((sum, length) => sum + length, 0);
  const sound = soundOf(tools, task, frames * SAMPLES_PER_FRAME);
  await tools.joinFilm({ title, width, clips, lengths, sound, captions }, output);
  return frames;
};
