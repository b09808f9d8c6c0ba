/** A person's commands on a job: each is answered with the job as it is once the command is in the log. */
import { type JobCommand, jobDecider, type JobRefusal, jobStream } from '../../../commands/job/decider.ts';
import type { JobState } from '../../../commands/job/state.ts';
import { assert, assertNever } from '../../kernel/faults.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { type Body, foreign, ok, refused, type Refused, type Result } from '../calls/result.ts';
import type { ReadSide } from '../reading/read-side.ts';
import type { Services } from '../services/services.ts';
import { jobFromStreams } from './read-job.ts';
import { jobItem } from '../../../projections/job/view.ts';
import { checkpointOf } from '../../../commands/job/decide-checkpoint.ts';
import { isFinal } from '../../../commands/job/queries.ts';

export type ChangeDeps = Pick<Services, 'commands'> & Pick<ReadSide, 'streams'>;

/** `commandFor`: the command on the job as it is, or why there is none. The job itself refuses one that comes late. */
export const changeJob = async (
  deps: ChangeDeps,
  caller: Caller,
  jobId: string,
  commandFor: (job: JobState) => Result<JobCommand> | Promise<Result<JobCommand>>,
): Promise<Result<Body>> => {
  const { commands } = deps;
  const stream = jobStream(jobId);
  const job = await ownJob(deps, caller, jobId);
  if (job.kind === 'refused') return job;
  const command = await commandFor(job.value);
  if (command.kind === 'refused') return command;
  const outcome = await commands.handle(jobDecider, stream, command.value, contextOf(caller));
  if (outcome.kind === 'refused') return whyRefused(outcome.refusal.code);
  const found = await jobFromStreams(deps, jobId);
  assert(found !== undefined, 'the job was found a moment ago');
  return ok({ ok: true, job: jobItem(found.body) });
};

const byCaller =
  (type: 'RequestCancel' | 'PauseJob' | 'ResumeJob') =>
  (deps: ChangeDeps) =>
  async (caller: Caller, jobId: string): Promise<Result<Body>> =>
    changeJob(deps, caller, jobId, () => ok({ type, requestedBy: caller.userKey }));

/** From the request on nothing is dispatched; attempts under way are settled. */
export const createCancelJob = byCaller('RequestCancel');
/** Up to the resume nothing is dispatched or claimed; attempts under way finish and are settled. */
export const createPauseJob = byCaller('PauseJob');
export const createResumeJob = byCaller('ResumeJob');

/**
 * The codes of people's commands are shown as they are. Those of the work of engines tell a person that the job has
 * moved on. The compiler asks for a place of each new one.
 */
const whyRefused = (code: JobRefusal['code']): Refused => {
  switch (code) {
    case 'checkpoint_not_waiting':
    case 'pause_limit_reached':
    case 'task_not_found':
    case 'attempt_not_in_doubt':
    case 'attempt_given_up':
    case 'job_not_found':
    case 'job_not_active':
      return refused(code);
    case 'already_queued':
    case 'already_refused':
    case 'attempt_not_current':
    case 'lease_held':
    case 'stale_epoch':
    case 'cancel_requested':
    case 'job_paused':
    case 'not_acceptable':
    case 'not_finished':
      return refused('job_not_active');
    default:
      return assertNever(code);
  }
};

export const ownJob = async (
  { commands }: Pick<Services, 'commands'>,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
  jobId: string,
): Promise<Result<JobState>> => {
  const { state } = await commands.read(jobDecider, jobStream(jobId));
  if (state.details === null) return refused('job_not_found', `there is no job ${jobId}`);
  return state.details.workspaceId === workspaceId ? ok(state) : foreign('job', jobId);
};

type CheckpointInput = {
  readonly decision: 'continue' | 'stop';
  /** The task of the checkpoint that the person saw; without it, the one that the job waits at. */
  readonly before?: string;
};

/** The job goes on, or is made of what there is. A repeat is answered. */
export const createDecideCheckpoint =
  (deps: ChangeDeps) =>
  async (caller: Caller, jobId: string, { decision, before: named }: CheckpointInput): Promise<Result<Body>> =>
    changeJob(deps, caller, jobId, (job) => {
      const before = named ?? checkpointOf(job);
      if (before === undefined) return refused(isFinal(job.status) ? 'job_not_active' : 'checkpoint_not_waiting');
      return ok({ type: 'DecideCheckpoint', before, decision, decidedBy: caller.userKey });
    });
