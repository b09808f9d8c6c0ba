/**
 * A job as it goes on: by its event stream, and by polling where a stream brings nothing. Either may break at any time.
 * A tab that is hidden has no stream: a browser has six connections to a service, and shares them among all tabs.
 */
import { ask, call, isPassing } from '../app/api.js';
import { readEvents } from '../app/read-events.js';
import { sleep } from '../app/time.js';
import { untilHidden } from '../app/visible.js';

/** @typedef {import('../app/answers.ts').JobPoll} JobPoll */

const REST_MS = 1_000;

/** @param {JobPoll['job']['status']} status */
export const isFinal = (status) => status !== 'queued' && status !== 'running';

/**
 * Resolves when the job is final, or the signal aborts.
 * @param {{ projectId: string, jobId: string, signal: AbortSignal, onNews: (poll: JobPoll) => void }} options
 */
export const watchJob = async ({ projectId, jobId, signal, onNews }) => {
  const path = { projectId, jobId };
  for (;;) {
    await untilHidden(false, signal).catch(() => undefined);
    if (signal.aborted) return;
    const poll = await streamed(path, signal, onNews).catch(() => undefined);
    if (signal.aborted || (poll !== undefined && isFinal(poll.job.status))) return;
    // The stream ended early, or there is none: a poll tells the state and the fault.
    const now = await call('pollJob', { path, signal }).catch(unlessPassing);
    if (signal.aborted) return;
    if (now !== undefined) onNews(now);
    if (now !== undefined && isFinal(now.job.status)) return;
    await sleep(REST_MS, signal).catch(() => undefined);
  }
};

/**
 * A service may be away for hours: the job is looked for again. Any other fault is final.
 * @param {unknown} error
 * @returns {undefined}
 */
const unlessPassing = (error) => {
  if (isPassing(error)) return undefined;
  throw error;
};

/**
 * @param {Readonly<Record<string, string>>} path
 * @param {AbortSignal} signal
 * @param {(poll: JobPoll) => void} onNews
 */
const streamed = async (path, signal, onNews) => {
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  const leave = () => ending.abort();
  untilHidden(true, both).then(leave, leave);
  /** @type {JobPoll | undefined} */
  let poll;
  try {
    const answer = await ask('streamJob', { path, signal: both, tries: 1 });
    for await (const data of readEvents(answer, both)) {
      poll = merged(poll, /** @type {JobPoll} */ (JSON.parse(data)));
      onNews(poll);
    }
  } finally {
    ending.abort();
  }
  return poll;
};

/**
 * The first message is whole; later ones have the requirements that changed.
 * @param {JobPoll | undefined} before
 * @param {JobPoll} news
 * @returns {JobPoll}
 */
const merged = (before, news) => {
  if (before === undefined) return news;
  const changed = new Map(news.requirements.map((requirement) => [requirement.requirementId, requirement]));
  const requirements = before.requirements.map((known) => changed.get(known.requirementId) ?? known);
  return { ...news, requirements };
};
