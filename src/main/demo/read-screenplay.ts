/** A screenplay from a file, or a clear error about it. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../kernel/limits.ts';
import { charactersIn } from '../../kernel/text.ts';
import { UserError } from './user-error.ts';

const SHIPPED = join(import.meta.dirname, 'screenplay.fountain');

/** `path`: null reads the one that comes with the demo. */
export const readScreenplay = async (path: string | null): Promise<string> => {
  const file = path ?? SHIPPED;
  const text = decoded(await bytesOf(file), file);
  if (text.trim() === '') throw new UserError(`${file} is empty`);
  const characters = charactersIn(text);
  if (characters > limits.scriptCharsMax) {
    throw new UserError(`${file} has ${characters} characters; a screenplay has at most ${limits.scriptCharsMax}`);
  }
  return text;
};

const bytesOf = async (file: string): Promise<Uint8Array> => {
  try {
    const { size } = await stat(file);
    // Before it is read: no character takes more than four bytes.
    if (size > limits.scriptCharsMax * 4) throw new UserError(`${file} is too large for a screenplay (${size} bytes)`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UserError(REASONS[code]?.(file) ?? `${file} cannot be read: ${String(error)}`, { cause: error });
  }
};

const REASONS: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: (file) => `there is no file ${file}`,
  EISDIR: (file) => `${file} is a folder; give a screenplay in Fountain format`,
  EACCES: (file) => `${file} may not be read by this user`,
};

/** The service takes tabs and line breaks; text files of older programs have page breaks too. */
const CONTROL = /[\p{Cc}--[\t\n\r]]/gv;

/** A byte order mark is dropped by the decoder. */
const decoded = (bytes: Uint8Array, file: string): string => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.includes('\0')) throw new TypeError('it has NUL characters');
    return text.replaceAll('\f', '\n').replaceAll(CONTROL, '');
  } catch (error) {
    throw new UserError(`${file} is not text in UTF-8; save it as UTF-8 (a plain .fountain or .txt file)`, {
      cause: error,
    });
  }
};
