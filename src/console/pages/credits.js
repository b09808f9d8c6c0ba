/** The credits of the workspace: balance over time, holds, the statement of a month, and the audit. */
import { call } from '../app/api.js';
import { html, useState } from '../app/html.js';
import { daysAgo, momentOf } from '../app/time.js';
import { useLoad } from '../app/use-load.js';
import { AuditPanel } from '../parts/audit-panel.js';
import { BalanceChart } from '../parts/balance-chart.js';
import { Fact } from '../parts/fact.js';
import { HoldsPanel } from '../parts/holds-panel.js';
import { titleOf } from '../parts/job-status.js';
import { Picker } from '../parts/picker.js';
import { StatementPanel } from '../parts/statement-panel.js';
import { Failed, Pending } from '../parts/states.js';
import { Table } from '../parts/table.js';

/** @typedef {import('../app/answers.ts').LedgerEntry} LedgerEntry */

/** Pages of entries that one chart is made of; one page has a thousand. */
const PAGES_MAX = 5;
const PAGE_SIZE = 1_000;
const SHOWN = 20;
const RANGES = ['1', '7', '30', '90', '365'].map((days) => [days, days]);

const Credits = () => {
  const summary = useLoad(async (signal) => call('getCreditSummary', { signal }), []);
  const credits = summary.value?.credits;
  return html`
    <div class="page">
      <div class="page-head"><h1>Credits</h1></div>
      ${summary.error && html`<${Failed} error=${summary.error} retry=${summary.reload} />`}
      ${
        credits &&
        html`
          <dl class="amounts">
            <${Fact} name="Available">${credits.available.toLocaleString()}<//>
            <${Fact} name="Held for work">${credits.held.toLocaleString()}<//>
            <${Fact} name="Paid">${credits.paid.toLocaleString()}<//>
            <${Fact} name="Bonus">${credits.bonus.toLocaleString()}<//>
          </dl>
        `
      }
      <${Balance} />
      <div class="halves">
        <div class="stack"><${HoldsPanel} held=${credits?.held ?? 0} /><${AuditPanel} /></div>
        <${StatementPanel} />
      </div>
    </div>
  `;
};

/**
 * @param {number} days
 * @param {AbortSignal} signal
 */
const loadEntries = async (days, signal) => {
  /** @type {LedgerEntry[]} */
  const entries = [];
  /** @type {string | undefined} */
  let cursor;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { since: daysAgo(days), limit: PAGE_SIZE, cursor };
    const answer = await call('listLedgerEntries', { query, signal });
    entries.push(...answer.entries);
    if (answer.nextCursor === null) return { entries, whole: true };
    cursor = answer.nextCursor;
  }
  return { entries, whole: false };
};

const Balance = () => {
  const [days, setDays] = useState('30');
  const loaded = useLoad(async (signal) => loadEntries(Number(days), signal), [days]);
  const { entries = [], whole = true } = loaded.value ?? {};
  return html`
    <section class="panel">
      <div class="panel-head">
        <h2>Balance</h2>
        <${Picker} label="Days" value=${days} values=${RANGES} onPick=${setDays} />
      </div>
      <${Pending} of=${loaded} what="the entries" />
      ${loaded.value && entries.length === 0 && html`<p class="note">No entry in these days.</p>`}
      ${
        !whole &&
        html`<p role="status">
          Only the first ${entries.length.toLocaleString()} entries: later ones are left out.
          ${days === RANGES[0]?.[0] ? ' The ledger below has them all.' : ' Choose fewer days.'}
        </p>`
      }
      ${entries.length > 0 && html`<${BalanceChart} entries=${entries} />`}
      ${entries.length > 0 && html`<${Entries} entries=${entries} whole=${whole} />`}
    </section>
  `;
};

/** @param {{ entries: readonly LedgerEntry[], whole: boolean }} props `whole`: no later entry is left out */
const Entries = ({ entries, whole }) => html`
  <details>
    <summary>${whole ? 'The last entries' : 'The last of these entries'} in words</summary>
    <${Table} label="Last entries" columns=${['Time', 'Entry', 'By', 'Paid', 'Bonus', 'Held']} figures=${3}>
      ${entries
        .slice(-SHOWN)
        .reverse()
        .map(
          ({ entryId, at, kind, actor, actorName, amounts }) => html`
            <tr key=${entryId}>
              <td>${momentOf(at)}</td>
              <th scope="row">${titleOf(kind)}</th>
              <td dir="auto">${actorName ?? actor.split(':')[0]}</td>
              <td class="number">${amounts.paid.toLocaleString()}</td>
              <td class="number">${amounts.bonus.toLocaleString()}</td>
              <td class="number">${amounts.held.toLocaleString()}</td>
            </tr>
          `,
        )}
    <//>
  </details>
`;

export const creditsPage = { path: '/credits', title: 'Credits', nav: 'Credits', view: Credits };
