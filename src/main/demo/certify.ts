/** Review, repair, review again: until a person's word stands behind every frame of every part. */
import {
  getPhotoSequence,
  repairPhotoSequence,
  reviewPhotoSequence,
} from '../../http/contract/operations/photo-sequences.ts';
import type { PhotoSequence, RepairAccepted, WorkPlan } from './answers.ts';
import { BrokenPromise } from './api.ts';
import { until } from './conversation.ts';
import type { Conversation } from './conversation.ts';
import { decide } from './review.ts';
import type { Decision } from './review.ts';
import type { Review } from './run.ts';
import { watchJob } from './watch-job.ts';

/** A person may send a frame to repair twice (contract, section 7); what is not settled then never will be. */
const ROUNDS_MAX = 4;

export type Certified = { readonly jobIds: readonly string[]; readonly reviews: readonly Review[] };

export const certify = async (conversation: Conversation, plan: WorkPlan): Promise<Certified> => {
  const jobIds: string[] = [];
  const reviews: Review[] = [];
  for (const { planId, frameCount } of plan.sequences) {
    const part = await certifyPart(conversation, planId, !reviews.some(isRepair));
    jobIds.push(...part.jobIds);
    reviews.push(...part.reviews);
    conversation.report({ kind: 'certified', planId, frames: frameCount });
  }
  return { jobIds, reviews };
};

const certifyPart = async (conversation: Conversation, planId: string, sendOne: boolean): Promise<Certified> => {
  const jobIds: string[] = [];
  const reviews: Review[] = [];
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const sequence = await read(conversation, planId);
    const decisions = decide(sequence, sendOne && !reviews.some(isRepair));
    if (decisions.length > 0) reviews.push(...(await review(conversation, sequence, planId, decisions)));
    if (!decisions.some(isRepair) && !sequence.frames.some(hasNothingToShow)) {
      await until(
        conversation,
        `the certificate of ${planId}`,
        async () => read(conversation, planId),
        ({ lifecycle }) => lifecycle === 'certified',
      );
      return { jobIds, reviews };
    }
    jobIds.push(await repair(conversation, planId, round));
  }
  throw new BrokenPromise(`part ${planId} has frames that ${ROUNDS_MAX} rounds of review did not settle`);
};

const isRepair = ({ decision }: Pick<Decision, 'decision'>): boolean => decision === 'repair';

/** A frame that failed without a picture takes no decision: a repair takes it. */
const hasNothingToShow = ({ status, evidence }: PhotoSequence['frames'][number]): boolean =>
  status === 'failed' && evidence === null;

const read = async ({ api, projectId }: Conversation, planId: string): Promise<PhotoSequence> => {
  const { body } = await api.call<PhotoSequence>(getPhotoSequence, { parameters: { projectId, planId } });
  return body;
};

/** All or nothing, in one call. */
const review = async (
  { api, projectId, naming, report }: Conversation,
  sequence: PhotoSequence,
  planId: string,
  decisions: readonly Decision[],
): Promise<readonly Review[]> => {
  await api.call(reviewPhotoSequence, { parameters: { projectId, planId }, body: { decisions } });
  return decisions.map(({ frameIndex, decision, note, repairPromptAdditions: additions = [] }) => {
    const requirementId = sequence.frames.find((frame) => frame.frameIndex === frameIndex)?.requirementId ?? '';
    const told: Review = { requirementId, label: naming(requirementId).label, decision, note, additions };
    report({ kind: 'review', ...told });
    return told;
  });
};

const repair = async (conversation: Conversation, planId: string, round: number): Promise<string> => {
  const { api, projectId, report } = conversation;
  const { body } = await api.call<RepairAccepted>(repairPhotoSequence, {
    parameters: { projectId, planId },
    headers: { 'idempotency-key': `demo-repair-${planId}-${round}` },
    body: { confirm: true },
  });
  const { id: jobId, operation, requestedImageCount: frames, requiredCredits: heldCredits } = body.job;
  report({ kind: 'job', jobId, operation, frames, heldCredits });
  await watchJob(conversation, jobId);
  return jobId;
};
