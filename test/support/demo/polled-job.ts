/** A job as the demo polls it. */
import type { Evidence, JobPoll } from '../../../src/main/demo/record/answers.ts';

const AT = '2026-01-02T03:04:05.000Z';

/** 30 is the bar. */
export const evidenceOf = (brightness: number): Evidence => ({
  metrics: { brightness },
  thresholds: { brightness: { min: 30 } },
  scorer: 'pixels',
  version: '1',
  verdict: brightness < 30 ? 'fail' : 'pass',
});

export const polledJob = (requirements: JobPoll['requirements'], changes: Partial<JobPoll['job']>): JobPoll => ({
  ok: true,
  job: {
    id: 'job_1',
    operation: 'storyboard_image_generate',
    status: 'running',
    planId: 'pln_1',
    requestedImageCount: requirements.length,
    requiredCredits: 3 * requirements.length,
    heldCredits: 0,
    chargedCredits: 0,
    progress: { done: 1, total: requirements.length },
    createdAt: AT,
    updatedAt: AT,
    ...changes,
  },
  requirements,
  failedRequirementIds: [],
  resumable: false,
});
