/** The state of a job, in words and as a bar. */
import { html } from '../app/html.js';
import { isFinal } from '../work/watch-job.js';

/** @typedef {import('../app/answers.ts').Job} Job */

/** @type {Readonly<Record<Job['status'], readonly [words: string, kind: string]>>} */
const WORDS = {
  queued: ['Queued', 'busy'],
  running: ['Running', 'busy'],
  completed: ['Completed', 'good'],
  partially_completed: ['Partly completed', 'busy'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', ''],
};

/** @param {Job} job */
export const wordsOf = (job) => {
  if (isFinal(job.status)) return WORDS[job.status][0];
  if (job.cancelRequestedAt !== undefined) return 'Cancelling';
  if (job.awaitingCheckpoint !== undefined) return 'Waits for a decision';
  if (job.pausedAt !== undefined) return 'Paused';
  return WORDS[job.status][0];
};

/** @param {{ job: Job }} props */
export const JobStatus = ({ job }) => html`<span class=${`chip ${WORDS[job.status][1]}`}>${wordsOf(job)}</span>`;

/** @param {{ job: Job }} props */
export const JobProgress = ({ job: { progress } }) => html`
  <progress max=${Math.max(progress.total, 1)} value=${progress.done} aria-label="Progress"></progress>
`;

/** @param {string} operation such as `video_create` */
export const titleOf = (operation) => {
  const words = operation.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * A job has no title of its own: its operation names it, in words of a studio.
 * @type {Readonly<Record<string, string>>}
 */
const NAMES = {
  video_create: 'Film',
  video_start: 'Film',
  video_orchestrate: 'Film',
  commerce_video: 'Commerce video',
  music_generate: 'Music',
  tts: 'Speech',
  storyboard_image_generate: 'Frames',
  photo_sequence_repair: 'Repair of frames',
};

/** @param {Job} job */
export const nameOf = ({ operation }) => NAMES[operation] ?? titleOf(operation);
