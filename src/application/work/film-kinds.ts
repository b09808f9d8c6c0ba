import type { JobKind } from '../../../events/job.ts';

/** The kinds of jobs that make a film. */
export const FILM_KINDS: readonly JobKind[] = ['video', 'commerce'];
