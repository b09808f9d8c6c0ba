/** The description of the built-in engine of films, without loading its libraries. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { limits } from '../../kernel/limits.ts';
import type { AssemblyRequest, ClipRequest, Engine, ReportRequest, SoundRules } from '../../ports/engine.ts';
import { areInstalled } from '../prompt/installed.ts';
import { FILM_SOUNDS } from '../sound/film-sounds.ts';
import { probeBeside } from './program/programs.ts';

export type VideoRequest = ClipRequest | AssemblyRequest | ReportRequest;

/** `ffmpeg`: the program that it uses, by its path; null: the library. They give other bytes, so the version tells. */
export const describeVideo = (
  ffmpeg: string | null,
): Omit<Engine<VideoRequest>, 'perform'> & { readonly sounds: SoundRules } => ({
  name: 'service_video',
  version: ffmpeg === null ? '1' : '1-ffmpeg',
  makes: ['clip', 'assembly', 'report'],
  // Nothing is charged and the key plays no part: a second call makes the same film.
  repeat: 'safe',
  deadlineMs: limits.filmDeadlineMs,
  inFlightMax: 2,
  isShort: (makes, scenes) => makes === 'clip' || isShortFilm(scenes),
  ...(ffmpeg === null && !hasLibrary() ? { notInstalled: NOT_INSTALLED } : {}),
  limitations: [
    'A scene is one still picture with a slow move of the camera: nothing in it moves by itself.',
    'Without a picture of its own a scene shows a drawn draft for planning, or its words on a plain ground.',
    'Scenes follow each other by cuts; there are no cross-fades.',
    'Captions and cards have Latin, Greek, Cyrillic, Japanese and simplified Chinese letters; others stay blank.',
    'Lips are not moved to a voice.',
    ffmpeg === null
      ? 'Needs the optional package node-av (FFmpeg, GPL-3; none for musl), or a program that FFMPEG names.'
      : `Uses the program ${ffmpeg} (FFmpeg), with ffprobe beside it.`,
  ],
  sounds: {
    ...FILM_SOUNDS,
    limitations: ['lips are not moved to the sound: it is played under the scenes'],
  },
  available: async () => (ffmpeg === null ? hasLibrary() : hasPrograms(ffmpeg)),
});

/** Of an assembly or a report. */
export const isShortFilm = (scenes: number): boolean => scenes <= limits.filmShortScenesMax;

const NOT_INSTALLED =
  'Not available here: the optional package node-av is not installed, and FFMPEG names no program in its place.';

const hasPrograms = async (ffmpeg: string): Promise<boolean> => {
  const found = [ffmpeg, probeBeside(ffmpeg)].map(async (path) => access(path, constants.X_OK));
  return Promise.all(found).then(
    () => true,
    () => false,
  );
};

/** Looks for the packages; only a child process loads them. */
const hasLibrary = (): boolean =>
  areInstalled(['node-av/lib']) && platformPackages().some((name) => areInstalled([`${name}/package.json`]));

const platformPackages = (): readonly string[] => {
  const name = `@seydx/node-av-${process.platform}-${process.arch}`;
  return process.platform === 'win32' ? [`${name}-msvc`, `${name}-mingw`] : [name];
};
