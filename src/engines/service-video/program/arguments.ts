/** Arguments that several runs of FFmpeg's programs share. */
import { RATE } from '../plan/geometry.ts';
import type { Allowed } from '../tools/allowed.ts';

/** Options as words of a command line. */
export const wordsOf = (options: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]);

/** Inputs are files and pipes: a file that names another place reaches nothing. */
const LOCAL = { protocol_whitelist: 'file,pipe' };

/** A file from outside, of the allowed kinds only. */
export const fileInput = (path: string, { formats, codecs }: Allowed): readonly string[] =>
  wordsOf({ ...LOCAL, format_whitelist: formats, codec_whitelist: codecs, threads: '1', i: `file:${path}` });

/** A file of this job's own. */
export const ownInput = (format: string, path: string): readonly string[] => wordsOf({ ...LOCAL, f: format, i: path });

const BLOCKS = { f: 'f32le', ar: String(RATE), ac: '2' };

/** Blocks of samples by a pipe. */
export const blocksInput = ['-nostdin', ...wordsOf({ ...LOCAL, ...BLOCKS, i: 'pipe:0' })];
export const blocksOutput = [...wordsOf(BLOCKS), 'pipe:1'];
