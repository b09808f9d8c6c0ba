/** All attempts at the frames of a photo sequence, over its jobs. */
import { call } from '../app/api.js';

/**
 * @typedef {import('../app/answers.ts').Attempt} Attempt
 * @param {string} projectId
 * @param {readonly string[]} jobIds
 * @param {AbortSignal} signal
 * @returns {Promise<ReadonlyMap<string, readonly Attempt[]>>} by requirement, in their order
 */
export const loadAttempts = async (projectId, jobIds, signal) => {
  const polls = await Promise.all(jobIds.map(async (jobId) => call('pollJob', { path: { projectId, jobId }, signal })));
  /** @type {Map<string, Map<number, Attempt>>} */
  const found = new Map();
  for (const { requirementId, attempts } of polls.flatMap(({ requirements }) => requirements)) {
    const known = found.get(requirementId) ?? /** @type {Map<number, Attempt>} */ (new Map());
    for (const attempt of attempts) known.set(attempt.attempt, attempt);
    found.set(requirementId, known);
  }
  return new Map(
    [...found].map(([id, known]) => [id, [...known.values()].sort((one, other) => one.attempt - other.attempt)]),
  );
};
