/** The files between a parent and its child process, in the folder of the job. There is no other way. */

export const JOB_FILE = 'job.json';
export const ANSWER_FILE = 'answer.json';
/** The answer while it is written. A rename makes it whole. */
export const ANSWER_DRAFT_FILE = 'answer.json.draft';

/** Held by the child's own watch, and by the parent. */
export type JobBounds = {
  /** Resident memory of the whole child, and its programs' own. */
  readonly memoryBytesMax: number;
  /** All files in the folder of the job. */
  readonly outputBytesMax: number;
  readonly startsPrograms: boolean;
};

/** The content of `JOB_FILE`. `script`: the URL of a module that is a `JobScript`. */
export type JobFile = { readonly script: string; readonly input: unknown; readonly bounds: JobBounds };

/**
 * The exports of a module of jobs. `perform` gets the input of the job and writes its files into the current folder. It
 * returns a small value for JSON. A fault `rejected` of it is final; every other error is told as `unavailable`.
 */
export type JobScript = { readonly perform: (input: unknown) => Promise<unknown> };

/** The content of `ANSWER_FILE`. */
export type JobAnswer =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly code: 'rejected' | 'unavailable'; readonly message: string };
