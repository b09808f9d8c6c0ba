/** Calls that do not wait: the job is in the log, and the answer says where it is. */
import type { JobState } from '../../../commands/job/state.ts';
import { assert } from '../../kernel/faults.ts';
import type { Caller } from '../calls/caller.ts';
import type { RequestKey } from '../calls/idempotency.ts';
import type { Result } from '../calls/result.ts';
import { type Answer, json, type StoredAnswer } from '../calls/stored-answer.ts';
import { nowText, type Services } from '../services/services.ts';
import { startCall, type Wanted } from './start-call.ts';

export const startAndAnswer = async (
  deps: Services,
  caller: Caller,
  key: RequestKey,
  wanted: Wanted,
): Promise<Result<StoredAnswer>> => {
  const started = await startCall(deps, caller, key, wanted);
  if (started.kind !== 'started') return started;
  return key.answer(acceptedJob(started.jobId, started.job, nowText(deps.clock)));
};

/** `createdAt`: when the call was taken, RFC 3339. */
export const acceptedJob = (id: string, { details, status }: JobState, createdAt: string): Answer => {
  assert(details !== null, 'an answer is given for a queued job');
  const { kind, operation, requiredCredits } = details;
  return json(202, { ok: true, accepted: true, job: { id, kind, operation, status, requiredCredits, createdAt } });
};
