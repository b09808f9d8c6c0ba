/** The work of the workspace, the state of the service for operators, and its engines with prices and health. */
import { call } from '../app/api.js';
import { html, useState } from '../app/html.js';
import { useLoad } from '../app/use-load.js';
import { Fact } from '../parts/fact.js';
import { titleOf } from '../parts/job-status.js';
import { StatePanel } from '../parts/state-panel.js';
import { Failed, Pending } from '../parts/states.js';

const PAGE_SIZE = 100;

const Service = () => {
  const [round, setRound] = useState(0);
  const loaded = useLoad(async (signal) => call('getCapabilities', { signal }), []);
  const again = () => {
    setRound(round + 1);
    loaded.reload();
  };
  return html`
    <div class="page">
      <div class="page-head">
        <h1>Service</h1>
        <button type="button" onClick=${again}>Look again</button>
      </div>
      <${Queue} key=${round} />
      <${StatePanel} key=${round} />
      <${Pending} of=${loaded} what="the capabilities" />
      <ul class="cards">
        ${loaded.value?.capabilities.map(
          ({ id, kind, provider, available, configured, operations, limitations, priceCredits, voices = [] }) => html`
            <li class="panel" key=${id}>
              <div class="panel-head">
                <h2>${titleOf(kind)}: ${provider}</h2>
                <span class=${available ? 'chip good' : 'chip bad'}>
                  ${available ? 'Available' : configured ? 'Not reachable' : 'Not configured'}
                </span>
              </div>
              ${priceCredits !== null && html`<p>Price in credits: ${priceCredits}</p>`}
              <p class="note">${operations.join(', ')}</p>
              ${
                limitations.length > 0 &&
                html`<ul class="bullets">
                  ${limitations.map((one) => html`<li key=${one}>${one}</li>`)}
                </ul>`
              }
              ${voices.length > 0 && html`<p class="note">Voices: ${voices.map(({ name }) => name).join(', ')}</p>`}
            </li>
          `,
        )}
      </ul>
      ${loaded.value && html`<${Flags} flags=${loaded.value.flags} />`}
    </div>
  `;
};

const Queue = () => {
  const work = useLoad(async (signal) => {
    const [running, queued] = await Promise.all(
      /** @type {const} */ (['running', 'queued']).map(async (status) =>
        call('listJobs', { query: { status, limit: PAGE_SIZE }, signal }),
      ),
    );
    return { running, queued };
  }, []);
  if (work.error) return html`<${Failed} error=${work.error} retry=${work.reload} />`;
  return html`
    <dl class="amounts">
      <${Fact} name="Jobs running in this workspace">${countOf(work.value?.running)}<//>
      <${Fact} name="Jobs queued in this workspace">${countOf(work.value?.queued)}<//>
    </dl>
  `;
};

/** @param {import('../app/answers.ts').Answers['listJobs'] | undefined} page */
const countOf = (page) =>
  page === undefined ? '…' : `${page.jobs.length}${page.nextCursor === null ? '' : ' or more'}`;

/** @param {{ flags: Readonly<Record<string, boolean>> }} props */
const Flags = ({ flags }) => html`
  <section class="panel">
    <h2>Features</h2>
    <ul class="flags">
      ${Object.entries(flags).map(
        ([name, on]) => html`<li key=${name}><span>${name}</span> <b>${on ? 'on' : 'off'}</b></li>`,
      )}
    </ul>
  </section>
`;

export const servicePage = { path: '/service', title: 'Service', nav: 'Service', view: Service };
