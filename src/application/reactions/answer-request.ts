/**
 * Keys whose claimer is late: the start is carried to its decision, then the key is answered or freed, so that no
 * client hears 425 for ever (contract, section 4). A slow claimer loses the append and says so.
 */
import { jobDecider } from '../../../commands/job/decider.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import { mediaDecider } from '../../../commands/media/decider.ts';
import { isFinal } from '../../../commands/media/state.ts';
import { mediaStream } from '../../../commands/media/stream.ts';
import { requestDecider } from '../../../commands/request/decider.ts';
import type { RequestWork } from '../../../projections/open-work/document.ts';
import type { StoredAnswer } from '../application.ts';
import { acceptedAnswer } from '../generation/answers.ts';
import { isNamedByKey } from '../generation/idempotency.ts';
import type { StartDeps } from '../generation/start-claimed.ts';
import { mediaAnswer } from '../media/media-answer.ts';
import { carryJobOn } from './carry-job-on.ts';
import { carryMediaOn } from './carry-media-on.ts';
import type { SystemContext } from '../services.ts';

type Answer = Pick<StoredAnswer, 'status' | 'body' | 'signed'>;

export const answerRequest = async (
  deps: StartDeps,
  work: RequestWork,
  context: SystemContext,
): Promise<'done' | 'waits'> => {
  const stream = `request-${work.requestId}`;
  const { state } = await deps.commands.read(requestDecider, stream);
  if (state.status !== 'claimed' || state.claims !== work.n) return 'done';
  const answer = await answerOf(deps, work, state.claim.operation, context);
  if (answer === 'under_way') return 'waits';
  const command =
    answer === null
      ? ({ type: 'ReleaseRequest', n: work.n, reason: 'abandoned' } as const)
      : ({ type: 'AnswerRequest', n: work.n, ...answer } as const);
  await deps.commands.handle(requestDecider, stream, command, context);
  return 'done';
};

const answerOf = async (
  deps: StartDeps,
  work: RequestWork,
  operation: string,
  context: SystemContext,
): Promise<Answer | 'under_way' | null> => {
  if (isNamedByKey(work.targetId)) return null;
  return work.projectId === null ? ofMedia(deps, work, context) : ofJob(deps, work, operation, context);
};

/** The job's answer; null when its start never got as far as a job. */
const ofJob = async (
  deps: StartDeps,
  work: RequestWork,
  operation: string,
  context: SystemContext,
): Promise<Answer | null> => {
  await carryJobOn(deps, { jobId: work.targetId, projectId: work.projectId }, context);
  const { state: job } = await deps.commands.read(jobDecider, jobStream(work.targetId));
  return job.details === null ? null : acceptedAnswer(operation, work.targetId, job, false);
};

const ofMedia = async (
  deps: StartDeps,
  work: RequestWork,
  context: SystemContext,
): Promise<Answer | 'under_way' | null> => {
  await carryMediaOn(deps, work.targetId, context);
  const { state } = await deps.commands.read(mediaDecider, mediaStream(work.targetId));
  if (!isFinal(state.status)) return 'under_way';
  return mediaAnswer(state);
};
