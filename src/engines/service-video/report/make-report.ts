/** Measures a film in a child process. */
import { Fault } from '../../../kernel/faults.ts';
import { RATE } from '../plan/geometry.ts';
import type { ReportTask } from '../plan/tasks.ts';
import { FILMS } from '../tools/allowed.ts';
import type { FilmHead, FilmTools, SoundHead, VideoHead } from '../tools/film-tools.ts';
import { judge, type QualityReport } from './checks.ts';
import { hearSound } from './hear-sound.ts';
import { watchPicture } from './watch-picture.ts';

const FILM = 'the film';

type Streams = FilmHead['streams'];

/** Fault `rejected`: the file is no film that can be read. */
export const makeReport = async (tools: FilmTools, task: ReportTask): Promise<QualityReport> => {
  const { film, sceneStartsMs } = task;
  const { durationMs, streams } = await tools.headOf(film, FILM);
  const [picture] = videosOf(streams);
  if (picture === undefined) throw new Fault('rejected', `${FILM} has no video`);
  const { width, height, framesPerSecond } = picture;
  const form = { streamsWrong: streamsWrong(streams), width, height, framesPerSecond, durationMs };
  const seen = await watchPicture(tools.picturesOf(film, FILM), sceneStartsMs);
  const heard = soundsOf(streams).length === 0 ? null : await hearSound(tools, tools.blocksOf(film, FILM, FILMS));
  return judge(task, { ...form, seen, heard, texts: await tools.textsOf(film, FILM) });
};

const videosOf = (streams: Streams): readonly VideoHead[] => streams.filter(({ kind }) => kind === 'video') as never;
const soundsOf = (streams: Streams): readonly SoundHead[] => streams.filter(({ kind }) => kind === 'sound') as never;

const streamsWrong = (streams: Streams): number => {
  const [videos, sounds] = [videosOf(streams), soundsOf(streams)];
  const seen = videos.filter(({ codec, pixels }) => codec === 'h264' && pixels === 'yuv420p');
  const heard = sounds.filter(({ codec, rate, channels }) => codec === 'aac' && rate === RATE && channels === 2);
  const others = streams.filter(({ kind }) => kind === 'other').length;
  return wrongOf(videos, seen) + wrongOf(sounds, heard) + others;
};

const wrongOf = (all: readonly unknown[], fit: readonly unknown[]): number =>
  Math.abs(all.length - 1) + (all.length - fit.length);
