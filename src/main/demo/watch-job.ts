/** Follows a job to its end by long polls: an answer comes when there is something new. */
import { declared } from '../../http/contract/operations/registry.ts';
import type { JobPoll } from './record/answers.ts';
import { BrokenPromise } from './api.ts';
import type { Conversation } from './conversation.ts';
import { isFinal, observe, type Progress } from './record/progress.ts';

const WAIT_SECONDS = 10;
/** A job that shows nothing new for this long has been lost, which must never happen. */
const SILENCE_MS_MAX = 180_000;

export const watchJob = async (conversation: Conversation, jobId: string): Promise<JobPoll> => {
  const { api, projectId, naming, report, clock } = conversation;
  let progress: Progress | null = null;
  let etag: string | null = null;
  let movedAt = clock.monotonic();
  for (;;) {
    const headers: Record<string, string> =
      etag === null ? {} : { prefer: `wait=${WAIT_SECONDS}`, 'if-none-match': etag };
    const answer = await api.call(declared.pollJob, { parameters: { projectId, jobId }, headers });
    if (!answer.unchanged) {
      etag = answer.headers.get('etag');
      movedAt = clock.monotonic();
      const observed = observe(progress, answer.body, naming);
      progress = observed.progress;
      report({ kind: 'progress', ...observed });
      const { status, chargedCredits } = answer.body.job;
      if (isFinal(status)) {
        report({ kind: 'job-ended', jobId, status, chargedCredits });
        return answer.body;
      }
    }
    if (clock.monotonic() - movedAt > SILENCE_MS_MAX) {
      throw new BrokenPromise(`job ${jobId} has not moved for ${SILENCE_MS_MAX / 1_000} seconds`);
    }
  }
};
