import { dirname, extname, join } from 'node:path';

/** The program that reads heads; every package of FFmpeg installs both into one folder. */
export const probeBeside = (ffmpeg: string): string =>
  join(dirname(ffmpeg), extname(ffmpeg) === '.exe' ? 'ffprobe.exe' : 'ffprobe');
