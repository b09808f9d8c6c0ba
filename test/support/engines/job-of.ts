import type { Job } from '../../../src/engines/child/children.ts';

/** A job from the body of a function of `input`, which may import and await. */
export const jobOf = (body: string, bounds: Partial<Job<unknown>['bounds']> = {}): Job<unknown> => ({
  script: new URL(`data:text/javascript,${encodeURIComponent(`export const perform = async (input) => {${body}}`)}`),
  input: null,
  bounds: { memoryBytesMax: 2 ** 30, outputBytesMax: 2 ** 20, deadlineMs: 60_000, heapMiB: 64, ...bounds },
  read: (value) => value,
});
