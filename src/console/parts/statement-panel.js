/** The statement of a month, to look at and as a table. */
import { ask, call } from '../app/api.js';
import { html, useState } from '../app/html.js';
import { saveText } from '../app/save-text.js';
import { lastMonths } from '../app/time.js';
import { useLoad } from '../app/use-load.js';
import { Action } from './action.js';
import { titleOf } from './job-status.js';
import { Picker } from './picker.js';
import { Pending } from './states.js';
import { Table } from './table.js';

/** @typedef {import('../app/answers.ts').Statement} Statement */

const MONTHS = 24;

export const StatementPanel = () => {
  const months = lastMonths(MONTHS);
  const [month, setMonth] = useState(months[0] ?? '');
  const loaded = useLoad(async (signal) => call('getLedgerStatement', { query: { month }, signal }), [month]);
  const save = async () => {
    const answer = await ask('getLedgerStatement', { query: { month }, headers: { Accept: 'text/csv' } });
    saveText(`statement-${month}.csv`, await answer.text(), 'text/csv');
  };
  return html`
    <section class="panel">
      <div class="panel-head">
        <h2>Statement</h2>
        <${Picker} label="Month (UTC)" value=${month} values=${months.map((one) => [one, one])} onPick=${setMonth} />
      </div>
      <${Pending} of=${loaded} what="the statement" />
      ${loaded.value && html`<${Lines} statement=${loaded.value.statement} />`}
      <div class="actions"><${Action} onAct=${save}>Save as CSV<//></div>
    </section>
  `;
};

/** @param {{ statement: Statement }} props */
const Lines = ({ statement: { month, opening, totals, closing, asOf } }) => html`
  <${Table} label=${`Statement of ${month}`} columns=${[month, 'Entries', 'Paid', 'Bonus', 'Held']} figures=${4}>
    <${Line} name="Opening" amounts=${opening} />
    ${totals.map(
      (total) => html`
        <${Line} key=${total.kind} name=${titleOf(total.kind)} entries=${total.entries} amounts=${total} />
      `,
    )}
    <${Line} name="Closing" amounts=${closing} />
  <//>
  ${
    asOf !== null &&
    html`<div class="note">
      <p>As of event ${asOf.revision.toLocaleString()} of the ledger. Its hash vouches for all entries before it:</p>
      <code>${asOf.hash}</code>
    </div>`
  }
`;

/** @param {{ name: string, entries?: number, amounts: Statement['opening'] }} props */
const Line = ({ name, entries, amounts }) => html`
  <tr>
    <th scope="row">${name}</th>
    <td class="number">${entries?.toLocaleString()}</td>
    <td class="number">${amounts.paid.toLocaleString()}</td>
    <td class="number">${amounts.bonus.toLocaleString()}</td>
    <td class="number">${amounts.held.toLocaleString()}</td>
  </tr>
`;
