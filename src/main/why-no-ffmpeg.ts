/** Whether the program that `FFMPEG` names can make films, as far as a start can tell. */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { probeBeside } from '../engines/service-video/program/programs.ts';
import { limits } from '../kernel/limits.ts';
import { ConfigError } from './config-values.ts';

/** The error that stops a start; undefined where there is none. Null: no program is named. Never rejects. */
export const whyNoFfmpeg = async (ffmpeg: string | null): Promise<ConfigError | undefined> => {
  if (ffmpeg === null) return undefined;
  const [program, probe] = await Promise.all([
    whyNone(ffmpeg, 'ffmpeg', 'this path'),
    whyNone(probeBeside(ffmpeg), 'ffprobe', probeBeside(ffmpeg)),
  ]);
  const why = program ?? probe;
  return why === undefined ? undefined : new ConfigError('FFMPEG', ffmpeg, `${why}. ${REMEDY}`);
};

const REMEDY = 'Install FFmpeg with ffprobe beside it and name its path, or leave FFMPEG out to use node-av';

const whyNone = async (path: string, name: string, where: string): Promise<string | undefined> => {
  try {
    await access(path, constants.X_OK);
  } catch {
    return `at ${where} is no program that this user may run`;
  }
  const said = await versionOf(path);
  return said?.startsWith(`${name} version `) === false
    ? `the program at ${where} does not say that it is ${name}`
    : undefined;
};

/** Undefined where it was not said in time: a machine under load tells nothing about a program. */
const versionOf = async (path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    // Without the environment, as at its work.
    const options = { env: { TZ: 'UTC' }, timeout: limits.programVersionMs, windowsHide: true };
    execFile(path, ['-version'], options, (error, said) => resolve(error?.killed === true ? undefined : said));
  });
