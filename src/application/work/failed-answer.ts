/** The refusal of a call whose work made nothing, made of the job's stream alone. */
import type { JobState } from '../../../commands/job/state.ts';
import { type Refused, refused } from '../calls/result.ts';
import { type Answer, refusedAnswer } from '../calls/stored-answer.ts';

const BAD_GATEWAY = 502;

const NOTHING_MADE = 'nothing could be made, and nothing was charged';

export const renderFailed = (job: JobState, message = NOTHING_MADE): Refused =>
  refused('render_failed', message, job.tasks[0]?.failure ?? undefined);

/** Given after work was queued, so it is the answer of the key. `requestId`: of the call that it is given to. */
export const failedAnswer = (job: JobState, requestId: string): Answer =>
  refusedAnswer(BAD_GATEWAY, renderFailed(job, `${NOTHING_MADE}: to try again, use a new Idempotency-Key`), requestId);
