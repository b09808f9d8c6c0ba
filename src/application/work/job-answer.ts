/** The answers of calls that start a job outside any plan. The job alone tells them, to call and supervisor. */
import { chargedCredits, isFinal } from '../../../commands/job/queries.ts';
import type { JobDetails, JobState, TaskState } from '../../../commands/job/state.ts';
import { jobStream } from '../../../commands/job/decider.ts';
import type { Asset } from '../../../events/common.ts';
import type { JobKind } from '../../../events/job.ts';
import { isMedia, mediaView, publicHash, secondsOf } from '../../../projections/common/views.ts';
import { assert } from '../../kernel/faults.ts';
import { type Answer, type Body, json, type Refused, refused, refusedAnswer } from '../calls/result.ts';
import { unlessLost } from '../services/artifacts.ts';
import type { Services } from '../services/services.ts';

type Deps = Pick<Services, 'commands' | 'artifacts'>;

/** Undefined while the call waits for the end of its job. A refusal: the job made nothing. */
export const jobAnswer = async (deps: Deps, jobId: string, job: JobState): Promise<Answer | Refused | undefined> => {
  const { details, status } = job;
  assert(details !== null, 'an answer is given for a queued job');
  const ofEnd = endAnswers[details.operation];
  if (ofEnd === undefined) return accepted(deps, jobId, details, status);
  if (!isFinal(status)) return undefined;
  return ofEnd(job) ?? refused('render_failed', NOTHING_MADE, job.tasks[0]?.failure ?? undefined);
};

const NOTHING_MADE = 'nothing could be made, and nothing was charged';

const BAD_GATEWAY = 502;

/** It is given after work was queued, so a refusal is kept, too. `requestId`: of the call that it is given to. */
export const keptAnswer = (answer: Answer | Refused, requestId: string): Answer => {
  if (!('kind' in answer)) return answer;
  const message = `${NOTHING_MADE}: to try again, use a new Idempotency-Key`;
  return refusedAnswer(BAD_GATEWAY, { ...answer, message }, requestId);
};

/** The revision of `JobQueued` in a job that claims no project: such a job has one start. */
const JOB_QUEUED = 0;

/** `createdAt` is the time of `JobQueued`. */
const accepted = async (deps: Deps, id: string, details: JobDetails, status: JobState['status']): Promise<Answer> => {
  const { kind, operation, requiredCredits } = details;
  const createdAt = await deps.commands.timeOf(jobStream(id), JOB_QUEUED);
  const job = { id, kind, operation, status, requiredCredits, createdAt };
  return json(202, { ok: true, accepted: true, job, ...(await toldOf(deps, details)) });
};

/** The kinds of jobs that make a film. */
export const FILM_KINDS: readonly JobKind[] = ['video', 'commerce'];

/** The part of a film's content that the answer to its request tells. */
export type Told = {
  /** Drawn at random where the caller named none; absent from films of earlier versions. */
  readonly seed?: number;
  /** The parts that the film will lack; absent for none. */
  readonly limitations?: readonly string[];
};

/** A job whose content is lost has an answer all the same. */
const toldOf = async ({ artifacts }: Deps, { kind, workspaceId, contentHash }: JobDetails): Promise<Told> => {
  if (!FILM_KINDS.includes(kind)) return {};
  const { seed, limitations } = (await unlessLost(artifacts.named<Told>(workspaceId, contentHash))) ?? {};
  return { ...(seed === undefined ? {} : { seed }), ...(limitations === undefined ? {} : { limitations }) };
};

/** Null where nothing was made. */
type EndAnswer = (job: JobState) => Answer | null;

/** Of a job with one task. */
const outputAnswer =
  (viewOf: (task: TaskState, asset: Asset) => Body): EndAnswer =>
  (job) => {
    const [task] = job.tasks;
    if (task?.status !== 'accepted' || task.asset === null) return null;
    const body = { ok: true, ...viewOf(task, task.asset), chargedCredits: chargedCredits(job) };
    return { ...json(200, body), signed: signedAt('', task.asset) };
  };

const imageAnswer = outputAnswer(({ seed }, asset) => ({ asset: pictureView(asset), seed }));

const soundAnswer = outputAnswer(({ makes }, asset) => {
  assert(isMedia(makes), `${makes} is a sound`);
  const { $asset: _key, ...view } = mediaView(makes, asset);
  return { asset: view, durationSeconds: secondsOf(asset) ?? 0 };
});

/** Each frame of a batch, made or not. */
const batchAnswer: EndAnswer = (job) => {
  const { tasks, details } = job;
  const rendered = tasks.filter(({ status }) => status === 'accepted').length;
  const charged = chargedCredits(job);
  const body = {
    ok: true,
    status: rendered === tasks.length ? 'completed' : 'partial',
    requested_count: tasks.length,
    rendered_count: rendered,
    failed_count: tasks.length - rendered,
    frames: tasks.map((task) => frameOf(job, task)),
    charged_credits: charged,
    refunded_credits: (details?.requiredCredits ?? charged) - charged,
  };
  const signed = tasks.flatMap(({ asset }, index) => (asset === null ? [] : signedAt(`/frames/${index}`, asset)));
  return { ...json(200, body), signed };
};

const frameOf = ({ cancelRequested }: JobState, { index, asset, failure }: TaskState): Body => {
  if (asset !== null) return { frameIndex: index, status: 'rendered', asset: pictureView(asset) };
  return { frameIndex: index, status: 'failed', error: failure ?? (cancelRequested ? CANCELLED : BROKEN) };
};

/** Why a frame was not begun. */
const BROKEN = { code: 'chain_broken', message: 'a frame before this one failed' };
const CANCELLED = { code: 'cancelled', message: 'the job was cancelled before this frame was made' };

/** `url` and `expiresAt` are signed when it is sent: beside it, and in it. */
const pictureView = ({ id, hash, contentType, width, height }: Asset): Body => ({
  id,
  hash: publicHash(hash),
  contentType,
  width,
  height,
});

const signedAt = (pointer: string, { key }: Asset): Answer['signed'] =>
  [pointer, `${pointer}/asset`].map((place) => ({ pointer: place, key }));

/** By operation. All others are answered once their job is queued. */
const endAnswers: Readonly<Partial<Record<JobDetails['operation'], EndAnswer>>> = {
  image_generate: imageAnswer,
  storyboard_batch: batchAnswer,
  music: soundAnswer,
  tts: soundAnswer,
};
