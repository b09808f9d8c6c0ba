/** The pictures of a project in a list: the first ones of its newest photo sequence. */
import { call } from '../app/api.js';

const PICTURES = 4;

/**
 * @param {string} projectId
 * @param {AbortSignal} signal
 */
export const loadCover = async (projectId, signal) => {
  const { jobs } = await call('listJobs', { query: { projectId, kind: 'storyboard', limit: 1 }, signal });
  const planId = jobs[0]?.planId;
  if (planId === undefined) return [];
  const { frames } = await call('getPhotoSequence', { path: { projectId, planId }, signal });
  return frames.flatMap(({ asset }) => asset ?? []).slice(0, PICTURES);
};
