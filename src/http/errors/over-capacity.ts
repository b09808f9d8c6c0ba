/** The members of a 413 of storyboard-batch besides those of every error: BatchOverCapacityResponse (spec, 2.3). */

/** The application's detail of the batch that is too large. */
export type OverCapacity = {
  readonly requestedCount: number;
  readonly maxSynchronousCount: number;
  readonly continuityMode: 'independent' | 'master_reference' | 'chain';
};

const FLOW = '/api/v1/projects/{projectId}/film-intelligence';

/** Where the same work runs without a ceiling. */
const durableAlternative = {
  plan: `POST ${FLOW}/storyboard-images/plan`,
  generate: `POST ${FLOW}/storyboard-images/generate`,
  poll: `GET ${FLOW}/jobs/{jobId}`,
};

export const overCapacityMembers = (detail: unknown): Readonly<Record<string, unknown>> => {
  const { requestedCount, maxSynchronousCount, continuityMode } = (detail ?? {}) as Partial<OverCapacity>;
  return {
    error: 'batch_exceeds_synchronous_capacity',
    requested_count: requestedCount,
    max_synchronous_count: maxSynchronousCount,
    continuity_mode: continuityMode,
    durable_alternative: durableAlternative,
  };
};
