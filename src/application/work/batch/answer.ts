/** The answer of a batch: each of its frames, made or not. */
import { chargedCredits } from '../../../../commands/job/queries.ts';
import type { JobState, TaskState } from '../../../../commands/job/state.ts';
import { type Body, type StoredAnswer, json } from '../../calls/stored-answer.ts';
import { pictureView } from '../picture-view.ts';

export const batchAnswer = (job: JobState): Pick<StoredAnswer, 'status' | 'body' | 'signed'> => {
  const { tasks, details } = job;
  const rendered = tasks.filter(({ status }) => status === 'accepted').length;
  const charged = chargedCredits(job);
  const signed = tasks.flatMap(({ asset }, index) =>
    asset === null ? [] : ['', '/asset'].map((member) => ({ pointer: `/frames/${index}${member}`, key: asset.key })),
  );
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
  return { ...json(200, body), signed };
};

const frameOf = ({ cancelRequested }: JobState, { index, asset, failure }: TaskState): Body => {
  if (asset !== null) return { frameIndex: index, status: 'rendered', asset: pictureView(asset) };
  return { frameIndex: index, status: 'failed', error: failure ?? (cancelRequested ? CANCELLED : BROKEN) };
};

/** Why a frame was not begun. */
const BROKEN = { code: 'chain_broken', message: 'a frame before this one failed' };
const CANCELLED = { code: 'cancelled', message: 'the job was cancelled before this frame was made' };
