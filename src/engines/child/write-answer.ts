import { renameSync, writeFileSync } from 'node:fs';
import { ANSWER_DRAFT_FILE, ANSWER_FILE, type JobAnswer } from './job.ts';

/** Synchronous: a process that is about to end waits for no promise. */
export const writeAnswer = (answer: JobAnswer): void => {
  writeFileSync(ANSWER_DRAFT_FILE, JSON.stringify(answer));
  renameSync(ANSWER_DRAFT_FILE, ANSWER_FILE);
};
