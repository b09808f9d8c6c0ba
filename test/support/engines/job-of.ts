import type { Job } from '../../../src/engines/child/children.ts';

/** The body of a job that starts a Node of its own on this script. That one has a pipe to standard input. */
export const startsNode = (script: string): string =>
  `const { spawn } = await import('node:child_process');
  const stdio = ['pipe', 'ignore', 'ignore'];
  const own = spawn(process.execPath, ['-e', ${JSON.stringify(script)}], { env: {}, stdio });`;

/** A body that never ends: its thread answers nothing, and leaves the processor to the others. */
export const HANGS = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

/** A job from the body of a function of `input`, which may import and await. */
export const jobOf = (body: string, bounds: Partial<Job<unknown>['bounds']> = {}): Job<unknown> => ({
  script: new URL(`data:text/javascript,${encodeURIComponent(`export const perform = async (input) => {${body}}`)}`),
  input: null,
  bounds: { memoryBytesMax: 2 ** 30, outputBytesMax: 2 ** 20, deadlineMs: 60_000, heapMiB: 64, ...bounds },
  read: (value) => value,
});
