import { closeSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { childLimits } from '../../kernel/limits/children.ts';
import { ANSWER_DRAFT_FILE, ANSWER_FILE, type JobAnswer } from './job.ts';

/** Takes room on the disk for an answer: a job that fills the disk can then say so. Blanks after JSON mean nothing. */
export const reserveAnswer = (): void => {
  writeFileSync(ANSWER_DRAFT_FILE, ' '.repeat(childLimits.childAnswerReservedBytes));
};

/** Synchronous: a process that is about to end waits for no promise. */
export const writeAnswer = (answer: JobAnswer): void => {
  const draft = openSync(ANSWER_DRAFT_FILE, 'r+');
  writeFileSync(draft, JSON.stringify(answer));
  closeSync(draft);
  renameSync(ANSWER_DRAFT_FILE, ANSWER_FILE);
};
