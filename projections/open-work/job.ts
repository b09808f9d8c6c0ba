/** The open work of a job. */
import type { RecordedEvent } from '../../src/kernel/event.ts';
import type { JobWork } from './document.ts';
import { foldJob, type JobWorkEvent } from './job-fold.ts';
import { withOwed } from './job-owed.ts';

export const evolveJob = (work: JobWork | undefined, event: RecordedEvent<JobWorkEvent>): JobWork | undefined => {
  const folded = foldJob(work, event);
  return folded === undefined ? undefined : withOwed(folded, work, event.metadata.at);
};
