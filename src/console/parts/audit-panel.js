/** The present checkpoint of the log, what it proves, and the check of the whole ledger. */
import { call } from '../app/api.js';
import { html, useState } from '../app/html.js';
import { saveText } from '../app/save-text.js';
import { momentOf } from '../app/time.js';
import { useLoad } from '../app/use-load.js';
import { checkLedger, proof } from '../work/check-ledger.js';
import { Action } from './action.js';
import { Fact } from './fact.js';
import { Pending } from './states.js';

/** @typedef {import('../work/check-ledger.js').Outcome} Outcome */

const FILES = /** @type {const} */ ([
  ['Checkpoint', 'getLedgerCheckpoint', 'checkpoint.json', 'application/json'],
  ['Ledger', 'exportLedger', 'ledger.ndjson', 'application/x-ndjson'],
  ['Key set', 'getKeySet', 'jwks.json', 'application/json'],
]);

export const AuditPanel = () => {
  const loaded = useLoad(async (signal) => call('getLedgerCheckpoint', { signal }), []);
  const [outcome, setOutcome] = useState(/** @type {Outcome | undefined} */ (undefined));
  const stream = loaded.value?.ledger?.stream;
  const check = async () => {
    if (stream === undefined) return;
    setOutcome(undefined);
    setOutcome(await checkLedger(stream));
    loaded.reload();
  };
  return html`
    <section class="panel">
      <h2>Audit</h2>
      <p>
        Each entry is an event in a chain of hashes. A checkpoint signs the whole log of the service at one moment, with
        this ledger in it. Keep one elsewhere: it finds any later change of an entry before it.
      </p>
      <${Pending} of=${loaded} what="the checkpoint" />
      ${loaded.value && html`<${Facts} answer=${loaded.value} />`}
      <div class="actions">
        <${Action} class="primary" disabled=${stream === undefined} onAct=${check}>Check the whole ledger<//>
        ${FILES.map(
          ([words, name, file, type]) => html`
            <${Action} key=${name} onAct=${async () => saveText(file, await proof(name), type)}>Save: ${words}<//>
          `,
        )}
      </div>
      <div role="status">
        ${
          outcome &&
          html`<p class=${outcome.ok ? 'right' : 'wrong'}>${outcome.words}</p>
            ${outcome.notes.map((note) => html`<p class="note">${note}</p>`)}`
        }
      </div>
      <p class="note">
        The check runs in this browser, which keeps the checkpoint for the next one. Elsewhere, this command checks the
        saved files:
      </p>
      <code>npm run -s verify -- ${FILES.map(([, , file]) => file).join(' ')}</code>
    </section>
  `;
};

/** @param {{ answer: import('../work/check-ledger.js').Checkpoint }} props */
const Facts = ({ answer: { checkpoint, ledger } }) => html`
  <dl class="facts">
    <${Fact} name="Checkpoint of">${momentOf(checkpoint.at)}<//>
    <${Fact} name="Events of the log">${`${checkpoint.size.toLocaleString()}, in epoch ${checkpoint.epoch}`}<//>
    <${Fact} name="Events of this ledger in it">${ledger === null ? 'none' : (ledger.revision + 1).toLocaleString()}<//>
    <${Fact} name="Root of the log"><code>${checkpoint.root}</code><//>
  </dl>
`;
