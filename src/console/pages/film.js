/** One job of a film or a sound: its progress, its output with a player, and the report on it. */
import { call, ApiError } from '../app/api.js';
import { creditsOf } from '../app/amount.js';
import { html, useEffect, useState } from '../app/html.js';
import { useSubject } from '../app/subject.js';
import { momentOf } from '../app/time.js';
import { useExpiry } from '../app/use-expiry.js';
import { useLoad } from '../app/use-load.js';
import { useLookAgain } from '../app/use-look-again.js';
import { Action } from '../parts/action.js';
import { DeliverDialog } from '../parts/deliver-dialog.js';
import { JobProgress, JobStatus, nameOf, titleOf } from '../parts/job-status.js';
import { Player, sizeOf } from '../parts/player.js';
import { Absent, Failed } from '../parts/states.js';
import { Table } from '../parts/table.js';
import { isFinal } from '../work/watch-job.js';
import { tellCreditsChanged } from '../app/credits-changed.js';

/** @typedef {import('../app/answers.ts').Job} Job */
/** @typedef {import('../app/answers.ts').Media} Media */

const BACK = /** @type {const} */ (['/films', 'Films']);

/** @param {{ jobId: string }} props */
const Film = ({ jobId }) => {
  const read = useLoad(async (signal) => call('getJob', { path: { jobId }, signal }), [jobId]);
  const job = read.value?.job;
  useLookAgain(read, read.value, job !== undefined && !isFinal(job.status));
  useEffect(() => {
    if (job !== undefined && isFinal(job.status)) tellCreditsChanged();
  }, [read.value]);
  const assets = read.value?.result?.assets ?? [];
  useExpiry(
    assets.map(({ expiresAt }) => expiresAt),
    read.reload,
  );
  if (job === undefined) {
    return html`<${Absent} title="Film" what="the job" error=${read.error} retry=${read.reload} back=${BACK} />`;
  }
  return html`
    <div class="page narrow">
      ${read.error && html`<${Failed} error=${read.error} retry=${read.reload} />`}
      <${Head} job=${job} reload=${read.reload} />
      <${Outputs} assets=${assets} />
      ${hasReport(job) && html`<${Report} jobId=${jobId} />`}
    </div>
  `;
};

/** @param {Job} job */
const hasReport = (job) => job.status === 'completed' && (job.kind === 'video' || job.kind === 'commerce');

/** @param {{ job: Job, reload: () => void }} props */
const Head = ({ job, reload }) => {
  useSubject(nameOf(job));
  return html`
    <div class="page-head">
      <div>
        <p class="note"><a href="#/films">Films</a></p>
        <h1>${nameOf(job)}</h1>
      </div>
      <${JobStatus} job=${job} />
    </div>
    <section class="panel" aria-label="State">
      <${JobProgress} job=${job} />
      <p role="status">${`${job.progress.done} of ${job.progress.total} tasks done`}</p>
      <p class="note">
        Begun ${momentOf(job.createdAt)} · ${creditsOf(job.requiredCredits)} at most,
        ${job.chargedCredits.toLocaleString()} charged
      </p>
      ${job.error && html`<p class="wrong" dir="auto">${job.error.message}</p>`}
      ${!isFinal(job.status) && html`<${Steering} job=${job} reload=${reload} />`}
    </section>
  `;
};

/** @param {{ job: Job, reload: () => void }} props */
const Steering = ({ job, reload }) => {
  const path = { jobId: job.id };
  const before = job.awaitingCheckpoint?.before;
  /** @param {() => Promise<unknown>} act */
  const then = (act) => async () => {
    await act();
    reload();
  };
  return html`
    <div class="actions">
      ${
        before !== undefined &&
        html`
          <p>The job waits before its next scene. Stop here makes a film of the finished ones.</p>
          <${Action}
            class="primary"
            onAct=${then(async () => call('decideCheckpoint', { path, body: { before, decision: 'continue' } }))}
            >Continue<//
          >
          <${Action} onAct=${then(async () => call('decideCheckpoint', { path, body: { before, decision: 'stop' } }))}
            >Stop here<//
          >
        `
      }
      ${
        job.pausedAt === undefined
          ? html`<${Action} onAct=${then(async () => call('pauseJob', { path }))}>Pause<//>`
          : html`<${Action} onAct=${then(async () => call('resumeJob', { path }))}>Resume<//>`
      }
      <${Action} disabled=${job.cancelRequestedAt !== undefined} onAct=${then(async () => call('cancelJob', { path }))}
        >Cancel<//
      >
    </div>
  `;
};

/** @param {{ assets: readonly Media[] }} props */
const Outputs = ({ assets }) => {
  const [sending, setSending] = useState('');
  const captions = assets.find(({ type }) => type === 'captions');
  return html`
    ${assets.map(
      (asset) => html`
        <figure class="output" key=${asset.id}>
          <${Player} url=${asset.url} contentType=${asset.contentType} label=${asset.type} captions=${captions?.url} />
          <figcaption>
            <span class="note">${factsOf(asset)}</span>
            <span class="actions">
              ${
                asset.type === 'video' &&
                html`<button type="button" onClick=${() => setSending(asset.url)}>Deliver…</button>`
              }
              <a class="button" href=${asset.url} download>Download ${asset.type}</a>
            </span>
          </figcaption>
        </figure>
      `,
    )}
    ${sending !== '' && html`<${DeliverDialog} url=${sending} onClose=${() => setSending('')} />`}
  `;
};

/** @param {Media} asset */
const factsOf = (asset) =>
  asset.durationSeconds === undefined
    ? sizeOf(asset)
    : `${sizeOf(asset)} · ${asset.durationSeconds.toLocaleString()} s`;

/** @param {string} name such as `true_peak_dbtp` */
const measureOf = (name) => {
  const [, words = name, unit] = /^(.+)_(px|ms|lu|dbtp)$/.exec(name) ?? [];
  return unit === undefined ? titleOf(words) : `${titleOf(words)} (${UNITS[unit] ?? unit})`;
};

/** @type {Readonly<Record<string, string>>} */
const UNITS = { lu: 'LU', dbtp: 'dBTP' };

/** @param {{ jobId: string }} props */
const Report = ({ jobId }) => {
  const report = useLoad(
    async (signal) =>
      call('checkVideoQuality', { path: { jobId }, signal }).catch((/** @type {Error} */ error) => {
        // Not every video has a report.
        if (error instanceof ApiError && error.code.startsWith('asset_not_')) return null;
        throw error;
      }),
    [jobId],
  );
  if (report.error) return html`<${Failed} error=${report.error} retry=${report.reload} />`;
  if (!report.value) return null;
  const { verdict, score, checks } = report.value;
  return html`
    <section class="panel">
      <div class="panel-head">
        <h2>Quality report</h2>
        <span class=${verdict === 'pass' ? 'chip good' : 'chip bad'}
          >${`${verdict === 'pass' ? 'Passed' : 'Failed'}, ${score} of 100`}</span
        >
      </div>
      <${Table} label="Checks" columns=${['Check', 'Result', 'Value', 'Bound']} figures=${2}>
        ${checks.map(
          ({ name, value, threshold, passed }) => html`
            <tr key=${name}>
              <th scope="row">${measureOf(name)}</th>
              <td class=${passed ? 'good' : 'bad'}>${passed ? 'Passed' : 'Failed'}</td>
              <td class="number">${value.toLocaleString()}</td>
              <td class="number">${threshold.toLocaleString()}</td>
            </tr>
          `,
        )}
      <//>
      <p class="note">The verdict is technical. It does not say whether the film shows its prompt.</p>
    </section>
  `;
};

export const filmPage = { path: '/films/job/:jobId', title: 'Film', view: Film };
