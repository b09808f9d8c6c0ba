/** Review, repair, review again: until a person has accepted every frame of every part. */
import { declared } from '../../http/contract/operations/registry.ts';
import type { Evidence, JobPoll, PhotoSequence, WorkPlan } from './record/answers.ts';
import { BrokenPromise } from './api.ts';
import { type Conversation, until } from './conversation.ts';
import { decide, type Decision } from './review.ts';
import type { Review } from './record/run.ts';
import { watchJob } from './watch-job.ts';

/** A person may send a frame to repair twice; a frame that is not settled then never will be. */
const ROUNDS_MAX = 4;

/** All jobs and decisions of the run. */
export type Certified = { readonly jobs: readonly JobPoll[]; readonly reviews: readonly Review[] };

export const certify = async (
  conversation: Conversation,
  plan: WorkPlan,
  generated: readonly JobPoll[],
): Promise<Certified> => {
  const jobs = [...generated];
  const reviews: Review[] = [];
  for (const { planId, frameCount } of plan.sequences) {
    await certifyPart(conversation, planId, jobs, reviews);
    conversation.report({ kind: 'certified', planId, frames: frameCount });
  }
  return { jobs, reviews };
};

/** Adds its own to `jobs` and `reviews`. */
const certifyPart = async (
  conversation: Conversation,
  planId: string,
  jobs: JobPoll[],
  reviews: Review[],
): Promise<void> => {
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const sequence = await read(conversation, planId);
    const decisions = decide(sequence, !reviews.some(isRepair), (requirementId) => evidenceOf(jobs, requirementId));
    if (decisions.length > 0) reviews.push(...(await review(conversation, sequence, planId, decisions)));
    if (!decisions.some(isRepair) && !sequence.frames.some(hasNothingToShow)) {
      await until(
        conversation,
        `the certificate of ${planId}`,
        async () => read(conversation, planId),
        ({ lifecycle }) => lifecycle === 'certified',
      );
      return;
    }
    jobs.push(await repair(conversation, planId, round));
  }
  throw new BrokenPromise(`part ${planId} has frames that ${ROUNDS_MAX} rounds of review did not settle`);
};

const evidenceOf = (jobs: readonly JobPoll[], requirementId: string): readonly Evidence[] =>
  jobs
    .flatMap(({ requirements }) => requirements)
    .filter((requirement) => requirement.requirementId === requirementId)
    .flatMap(({ attempts }) => attempts.flatMap(({ evidence }) => evidence ?? []));

const isRepair = ({ decision }: Pick<Decision, 'decision'>): boolean => decision === 'repair';

/** A frame that failed without a picture takes no decision: a repair takes it. */
const hasNothingToShow = ({ status, evidence }: PhotoSequence['frames'][number]): boolean =>
  status === 'failed' && evidence === null;

const read = async ({ api, projectId }: Conversation, planId: string): Promise<PhotoSequence> => {
  const { body } = await api.call(declared.getPhotoSequence, { parameters: { projectId, planId } });
  return body;
};

/** All or nothing, in one call. */
const review = async (
  { api, projectId, naming, report }: Conversation,
  sequence: PhotoSequence,
  planId: string,
  decisions: readonly Decision[],
): Promise<readonly Review[]> => {
  await api.call(declared.reviewPhotoSequence, { parameters: { projectId, planId }, body: { decisions } });
  return decisions.map(({ frameIndex, decision, note, repairPromptAdditions: additions = [] }) => {
    const requirementId = sequence.frames.find((frame) => frame.frameIndex === frameIndex)?.requirementId ?? '';
    const told: Review = { requirementId, label: naming(requirementId).label, decision, note, additions };
    report({ kind: 'review', ...told });
    return told;
  });
};

const repair = async (conversation: Conversation, planId: string, round: number): Promise<JobPoll> => {
  const { api, projectId, report } = conversation;
  const { body } = await api.call(declared.repairPhotoSequence, {
    parameters: { projectId, planId },
    headers: { 'idempotency-key': `demo-repair-${planId}-${round}` },
    body: { confirm: true },
  });
  const { id: jobId, operation, requestedImageCount: frames, requiredCredits: heldCredits } = body.job;
  report({ kind: 'job', jobId, operation, frames, heldCredits });
  return watchJob(conversation, jobId);
};
