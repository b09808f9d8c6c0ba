/** The answers of calls that wait for the end of their job, made of the job's stream alone. */
import { chargedCredits } from '../../../commands/job/queries.ts';
import type { JobDetails, JobState, TaskState } from '../../../commands/job/state.ts';
import type { Asset } from '../../../events/common.ts';
import { isMedia, mediaView, publicHash, secondsOf } from '../../../projections/common/views.ts';
import { type Refused, refused } from '../calls/result.ts';
import { type Answer, type Body, json, refusedAnswer } from '../calls/stored-answer.ts';

/** Null where nothing was made. */
type AnswerOf = (job: JobState) => Answer | null;

const imageAnswer: AnswerOf = (job) => {
  const [task] = job.tasks;
  if (task?.status !== 'accepted' || task.asset === null) return null;
  const { asset, seed } = task;
  const body = { ok: true, asset: pictureView(asset), seed, chargedCredits: chargedCredits(job) };
  return { ...json(200, body), signed: signedAt('', asset) };
};

const soundAnswer: AnswerOf = (job) => {
  const [task] = job.tasks;
  if (task?.status !== 'accepted' || task.asset === null || !isMedia(task.makes)) return null;
  const { $asset: _key, ...asset } = mediaView(task.makes, task.asset);
  const body = { ok: true, asset, durationSeconds: secondsOf(task.asset) ?? 0, chargedCredits: chargedCredits(job) };
  return { ...json(200, body), signed: signedAt('', task.asset) };
};

/** Each frame of a batch, made or not. */
const batchAnswer: AnswerOf = (job) => {
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

/** By operation. All others have answered once their job was queued. */
export const waitingAnswers: Readonly<Partial<Record<JobDetails['operation'], AnswerOf>>> = {
  image_generate: imageAnswer,
  storyboard_batch: batchAnswer,
  music: soundAnswer,
  tts: soundAnswer,
};

const BAD_GATEWAY = 502;

const NOTHING_MADE = 'nothing could be made, and nothing was charged';

/** The refusal of a call whose work made nothing. */
export const renderFailed = (job: JobState, message = NOTHING_MADE): Refused =>
  refused('render_failed', message, job.tasks[0]?.failure ?? undefined);

/** Given after work was queued, so it is the answer of the key. `requestId`: of the call that it is given to. */
export const failedAnswer = (job: JobState, requestId: string): Answer =>
  refusedAnswer(BAD_GATEWAY, renderFailed(job, `${NOTHING_MADE}: to try again, use a new Idempotency-Key`), requestId);
