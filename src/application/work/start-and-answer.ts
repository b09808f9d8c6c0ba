/** Calls that do not wait: the job is in the log, and the answer says where it is. */
import type { JobDetails, JobState } from '../../../commands/job/state.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import { assert } from '../../kernel/faults.ts';
import type { Caller } from '../calls/caller.ts';
import type { RequestKey } from '../calls/idempotency.ts';
import type { Result } from '../calls/result.ts';
import { type Answer, json, type StoredAnswer } from '../calls/stored-answer.ts';
import { unlessLost } from '../services/artifacts.ts';
import type { Services } from '../services/services.ts';
import { FILM_KINDS } from './film-kinds.ts';
import { startCall, type Wanted } from './start-call.ts';
import type { Told } from './told.ts';

/** The revision of `JobQueued` in a job that claims no project: such a job has one start. */
const JOB_QUEUED = 0;

export const startAndAnswer = async (
  deps: Services,
  caller: Caller,
  key: RequestKey,
  wanted: Wanted,
): Promise<Result<StoredAnswer>> => {
  const started = await startCall(deps, caller, key, wanted);
  if (started.kind !== 'started') return started;
  return key.answer(await acceptedJob(deps, started.jobId, started.job));
};

/** The same for the call and for a supervisor that answers in its place: `createdAt` is the time of `JobQueued`. */
export const acceptedJob = async (
  deps: Pick<Services, 'commands' | 'artifacts'>,
  id: string,
  { details, status }: JobState,
): Promise<Answer> => {
  assert(details !== null, 'an answer is given for a queued job');
  const { kind, operation, requiredCredits } = details;
  const createdAt = await deps.commands.timeOf(jobStream(id), JOB_QUEUED);
  const job = { id, kind, operation, status, requiredCredits, createdAt };
  return json(202, { ok: true, accepted: true, job, ...(await toldOf(deps, details)) });
};

/** The seed of a film, and its limitations. A job whose content is lost has an answer all the same. */
const toldOf = async (
  { artifacts }: Pick<Services, 'artifacts'>,
  { kind, workspaceId, contentHash }: JobDetails,
): Promise<Told> => {
  if (!FILM_KINDS.includes(kind)) return {};
  const { seed, limitations } = (await unlessLost(artifacts.named<Told>(workspaceId, contentHash))) ?? {};
  return { ...(seed === undefined ? {} : { seed }), ...(limitations === undefined ? {} : { limitations }) };
};
