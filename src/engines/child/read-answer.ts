/** The answer that a child left in the folder of its job. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { objectIn } from '../../kernel/json.ts';
import { limits } from '../../kernel/limits.ts';
import { ANSWER_FILE, type JobAnswer } from './job.ts';

/** Undefined: it left none, or one that is none. */
export const readAnswer = async (folder: string): Promise<JobAnswer | undefined> => {
  const text = await readAtMost(join(folder, ANSWER_FILE), limits.childAnswerBytesMax);
  const { kind, value, code, message } = objectIn(text ?? '') ?? {};
  if (kind === 'done') return { kind, value };
  const told = kind === 'failed' && (code === 'rejected' || code === 'unavailable') && typeof message === 'string';
  return told ? { kind, code, message: message.slice(0, limits.failureMessageCharsMax) } : undefined;
};

const readAtMost = async (path: string, bytesMax: number): Promise<string | undefined> => {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(bytesMax + 1) });
    return bytesRead > bytesMax ? undefined : buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
};
