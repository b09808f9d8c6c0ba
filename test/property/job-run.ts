/** One run of a job's decider, as the laws look at it. */
import type { JobCommand, JobRefusal } from '../../commands/job/decider.ts';
import type { JobState } from '../../commands/job/state.ts';
import type { JobEvent } from '../../events/job.ts';
import type { Run } from '../support/property/decider-run.ts';

export type JobRun = Run<JobState, JobCommand, JobEvent, JobRefusal>;
