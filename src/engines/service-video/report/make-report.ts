/** Measures a film in a child process. */
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_PIX_FMT_YUV420P,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_SUBTITLE,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import type { Caption } from '../../../ports/engine.ts';
import { closeInput, FILMS, type Input, openInput, packetsOf, streamOf } from '../av/input.ts';
import { RATE } from '../plan/geometry.ts';
import type { ReportTask } from '../plan/tasks.ts';
import { judge, type QualityReport } from './checks.ts';
import { hearSound, type Heard } from './hear-sound.ts';
import { watchPicture } from './watch-picture.ts';

const FILM = 'the film';

/** Fault `rejected`: the file is no film that can be read. */
export const makeReport = async (task: ReportTask): Promise<QualityReport> => {
  const input = await openInput(task.film, FILM, FILMS);
  const picture = streamOf(input, 'video');
  const { width, height } = picture.codecpar;
  const form = {
    streamsWrong: streamsWrong(input.format.streams),
    width,
    height,
    framesPerSecond: picture.avgFrameRate.toDouble(),
    durationMs: Number(input.format.duration) / 1_000,
  };
  const seen = await watchPicture(input, picture, task.sceneStartsMs);
  await closeInput(input);
  return judge(task, { ...form, seen, heard: await heardOf(task.film), texts: await textsOf(task.film) });
};

const streamsWrong = (streams: readonly Stream[]): number => {
  const of = (type: number): readonly Stream[] => streams.filter(({ codecpar }) => codecpar.codecType === type);
  const [pictures, sounds] = [of(AVMEDIA_TYPE_VIDEO), of(AVMEDIA_TYPE_AUDIO)];
  const fit = pictures.filter(
    ({ codecpar }) => codecpar.codecId === AV_CODEC_ID_H264 && codecpar.format === AV_PIX_FMT_YUV420P,
  );
  const audible = sounds.filter(
    ({ codecpar: { codecId, sampleRate, channelLayout } }) =>
      codecId === AV_CODEC_ID_AAC && sampleRate === RATE && channelLayout.nbChannels === 2,
  );
  const others = streams.length - pictures.length - sounds.length - of(AVMEDIA_TYPE_SUBTITLE).length;
  return Math.abs(pictures.length - 1) + (pictures.length - fit.length) + soundsWrong(sounds, audible) + others;
};

const soundsWrong = (sounds: readonly Stream[], audible: readonly Stream[]): number =>
  Math.abs(sounds.length - 1) + (sounds.length - audible.length);

const indexOf = (input: Input, type: number): number =>
  input.format.streams.findIndex(({ codecpar }) => codecpar.codecType === type);

const heardOf = async (film: string): Promise<Heard | null> => {
  const input = await openInput(film, FILM, FILMS);
  const stream = input.format.streams[indexOf(input, AVMEDIA_TYPE_AUDIO)];
  const heard = stream === undefined ? null : await hearSound(input, stream);
  await closeInput(input);
  return heard;
};

/** Two bytes of length, then the text. A sample without a text is a gap. */
const textsOf = async (film: string): Promise<readonly Caption[]> => {
  const input = await openInput(film, FILM, FILMS);
  const index = indexOf(input, AVMEDIA_TYPE_SUBTITLE);
  const perMs = (input.format.streams[index]?.timeBase.toDouble() ?? 0) * 1_000;
  const texts: Caption[] = [];
  if (index >= 0) {
    for await (const packet of packetsOf(input)) {
      const text = packet.data?.subarray(2).toString() ?? '';
      if (packet.streamIndex !== index || text === '') continue;
      const startMs = Number(packet.pts) * perMs;
      texts.push({ text, startMs, endMs: startMs + Number(packet.duration) * perMs });
    }
  }
  await closeInput(input);
  return texts;
};
