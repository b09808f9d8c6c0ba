/** When an attempt that failed is repeated, by its place among the attempts of its round. */
import { waitAfter } from './again.ts';
import { limits } from './limits.ts';
import { addMs } from './time.ts';

/** `round`: attempts since the delivery was asked for, or asked for again; at least one. */
export const nextAttemptAt = (attemptedAt: string, round: number): string =>
  addMs(attemptedAt, waitAfter(round, limits.webhookBackoffMs));
