/**
 * Keys whose claimer is late: the start is carried to its decision, then the key is answered or freed. So no client
 * gets 425 for ever. A slow claimer loses the append and says so.
 */
import { jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { type RequestClaim, requestDecider } from '../../../commands/request.ts';
import type { RequestWork } from '../../../projections/open-work/document.ts';
import { limits } from '../../kernel/limits.ts';
import { isNamedByKey } from '../calls/idempotency.ts';
import type { Answer } from '../calls/stored-answer.ts';
import type { SystemContext } from '../services/services.ts';
import { jobAnswer, keptAnswer } from '../work/job-answer.ts';
import { acceptedAnswer } from '../work/storyboard/answers.ts';
import type { StartDeps } from '../work/storyboard/start-claimed.ts';
import { carryJobOn } from './carry-job-on.ts';
import type { CarriedOn } from './supervise.ts';

export const answerRequest = async (deps: StartDeps, work: RequestWork, context: SystemContext): Promise<CarriedOn> => {
  const stream = streamOf(work);
  const { state } = await deps.commands.read(requestDecider, stream);
  if (state.status !== 'claimed' || state.claims !== work.n) return 'done';
  const answer = await answerOf(deps, work, state.claim, context);
  if (answer === 'under_way') return { againAfterMs: limits.openWorkRetryMinMs };
  const command =
    answer === null
      ? ({ type: 'ReleaseRequest', n: work.n, reason: 'abandoned' } as const)
      : ({ type: 'AnswerRequest', n: work.n, ...answer } as const);
  await deps.commands.handle(requestDecider, stream, command, context);
  return 'done';
};

const streamOf = ({ requestId }: RequestWork): string => `request-${requestId}`;

const answerOf = async (
  deps: StartDeps,
  work: RequestWork,
  { operation, existing = false }: RequestClaim,
  context: SystemContext,
): Promise<Answer | 'under_way' | null> => {
  const { targetId: jobId, projectId } = work;
  if (isNamedByKey(jobId)) return null;
  await carryJobOn(deps, { jobId, projectId }, context);
  const { state: job } = await deps.commands.read(jobDecider, jobStream(jobId));
  // Its start never got as far as a job.
  if (job.details === null) return null;
  if (job.details.kind === 'storyboard') {
    const { request } = job.details.storyboard ?? {};
    // Another call may have been first to claim for the job, after this one had taken its key.
    const isAnothers = request !== undefined && request !== streamOf(work);
    return acceptedAnswer(operation, jobId, job, existing || isAnothers);
  }
  const answer = await jobAnswer(deps, jobId, job);
  // The request of the client is not known here: the key names it, as its stream does.
  return answer === undefined ? 'under_way' : keptAnswer(answer, `rid_${work.requestId}`);
};
