/** The jobs that credits are held for, and why. */
import { call } from '../app/api.js';
import { creditsOf } from '../app/amount.js';
import { html } from '../app/html.js';
import { momentOf } from '../app/time.js';
import { useLoad } from '../app/use-load.js';
import { nameOf, wordsOf } from './job-status.js';
import { Failed } from './states.js';

/** @typedef {import('../app/answers.ts').Job} Job */

const PAGE_SIZE = 100;
/** A job that has ended in part may keep the credits of frames that wait for a person. */
const HOLDING = /** @type {const} */ (['running', 'queued', 'partially_completed']);

/** @param {AbortSignal} signal */
const loadHolding = async (signal) => {
  const pages = await Promise.all(
    HOLDING.map(async (status) => call('listJobs', { query: { status, limit: PAGE_SIZE }, signal })),
  );
  return pages.flatMap(({ jobs }) => jobs).filter(({ heldCredits = 0 }) => heldCredits > 0);
};

/** @param {{ held: number }} props all credits that the ledger holds */
export const HoldsPanel = ({ held }) => {
  const jobs = useLoad(loadHolding, [held]);
  const sum = (jobs.value ?? []).reduce((total, { heldCredits = 0 }) => total + heldCredits, 0);
  return html`
    <section class="panel">
      <h2>Holds</h2>
      ${jobs.error && html`<${Failed} error=${jobs.error} retry=${jobs.reload} />`}
      ${jobs.value && held === 0 && html`<p class="note">No credits are held.</p>`}
      <ul class="rows">
        ${jobs.value?.map(
          (job) => html`
            <li key=${job.id}>
              <a class="row" href=${hrefOf(job)}>
                <b>${nameOf(job)}</b>
                <span>${creditsOf(job.heldCredits ?? 0)}</span>
                <span class="note">${reasonOf(job)}</span>
                <span class="note">${momentOf(job.createdAt)}</span>
              </a>
            </li>
          `,
        )}
      </ul>
      ${
        jobs.value !== undefined &&
        held > sum &&
        html`<p class="note">${(held - sum).toLocaleString()} more are held for calls under way or older jobs.</p>`
      }
    </section>
  `;
};

/** @param {Job} job */
const hrefOf = ({ id, projectId, kind }) =>
  kind === 'storyboard' && projectId !== undefined ? `#/projects/${projectId}` : `#/films/job/${id}`;

/** @param {Job} job */
const reasonOf = (job) =>
  job.status === 'partially_completed' ? 'Frames wait for a person' : `${wordsOf(job)}: the worst case of what is left`;
