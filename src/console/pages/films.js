/** The jobs of films, of commerce videos, of music and of speech; each kind has its own list. */
import { creditsOf } from '../app/amount.js';
import { html } from '../app/html.js';
import { momentOf } from '../app/time.js';
import { useLookAgain } from '../app/use-look-again.js';
import { usePages } from '../app/use-pages.js';
import { JobProgress, JobStatus, nameOf } from '../parts/job-status.js';
import { PagesOf } from '../parts/pages-of.js';
import { Tabs } from '../parts/tabs.js';
import { isFinal } from '../work/watch-job.js';

/** @typedef {import('../app/answers.ts').Job} Job */

const LINKS = /** @type {const} */ ([
  ['/films', 'Films'],
  ['/films/commerce', 'Commerce'],
  ['/films/music', 'Music'],
  ['/films/speech', 'Speech'],
]);

/** @param {{ kind: string, at: string }} props */
const Films = ({ kind, at }) => {
  const list = usePages('listJobs', { kind }, ({ jobs }) => jobs);
  useLookAgain(list, list.items, list.items?.some((job) => !isFinal(job.status)) ?? false);
  return html`
    <div class="page">
      <div class="page-head">
        <h1>Films and sound</h1>
        <${Tabs} label="Kinds" current=${at} links=${LINKS} />
      </div>
      <${PagesOf} list=${list} what="the jobs" none="No job of this kind yet">
        <ul class="rows">
          ${list.items?.map((job) => html`<${Row} key=${job.id} job=${job} />`)}
        </ul>
      <//>
    </div>
  `;
};

/** @param {{ job: Job }} props */
const Row = ({ job }) => html`
  <li>
    <a class="row" href=${`#/films/job/${job.id}`}>
      <b>${nameOf(job)}</b>
      <${JobStatus} job=${job} />
      <span class="note">${momentOf(job.createdAt)}</span>
      <span class="note">${`${job.chargedCredits.toLocaleString()} of ${creditsOf(job.requiredCredits)}`}</span>
      ${!isFinal(job.status) && html`<${JobProgress} job=${job} />`}
    </a>
  </li>
`;

/**
 * @param {string} at
 * @param {string} kind
 */
const pageOf = (at, kind) => ({
  path: at,
  title: 'Films and sound',
  view: () => html`<${Films} key=${kind} kind=${kind} at=${at} />`,
});

export const filmsPage = { ...pageOf('/films', 'video'), nav: 'Films' };
export const soundPages = LINKS.slice(1).map(([at]) => pageOf(at, at.slice('/films/'.length)));
