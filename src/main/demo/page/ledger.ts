/** The statement and the audit. */
import type { Audit } from '../record/checks.ts';
import type { Statement, StatementLine } from '../record/statement.ts';
import { html, type Html } from './html.ts';

export const ledgerSection = (statement: Statement): Html => {
  const { workspaceId, opening, closing, granted, debited, lines } = statement;
  return html`<section class="ledger">
    <h2>Ledger</h2>
    <p class="note">
      Every entry of <code>${workspaceId}</code>, in order. A hold sets credits aside for the worst case; a frame is
      debited when it is accepted; the rest of its part is released at once.
    </p>
    <div class="wide">
      <table>
        <tr>
          <th>time (UTC)</th>
          <th>entry</th>
          <th>for</th>
          <th class="n">paid</th>
          <th class="n">bonus</th>
          <th class="n">held</th>
          <th class="n">balance</th>
        </tr>
        <tr>
          <td></td>
          <td></td>
          <td>opening balance</td>
          <td></td>
          <td></td>
          <td></td>
          <td class="n">${opening}</td>
        </tr>
        ${lines.map(line)}
        <tr class="sum">
          <td></td>
          <td></td>
          <td>closing balance (granted ${granted}, debited ${debited})</td>
          <td class="n">${closing.paid}</td>
          <td class="n">${closing.bonus}</td>
          <td class="n">${closing.held}</td>
          <td class="n">${closing.total}</td>
        </tr>
      </table>
    </div>
  </section> `;
};

const line = ({ at, kind, subject, paid, bonus, held, balance }: StatementLine): Html =>
  html`<tr>
    <td>${at.slice(11, 23)}</td>
    <td>${kind}</td>
    <td>${subject}</td>
    <td class="n">${signed(paid)}</td>
    <td class="n">${signed(bonus)}</td>
    <td class="n">${signed(held)}</td>
    <td class="n">${balance}</td>
  </tr> `;

const signed = (amount: number): string => (amount === 0 ? '' : amount > 0 ? `+${amount}` : `−${-amount}`);

export const auditSection = ({ ok, exitCode, report }: Audit): Html =>
  html`<section class="ledger">
    <h2>Audit</h2>
    <p class="note">
      After the service had stopped, its log was replayed from the first event, and every balance and read model
      compared with what the log says. Result:
      <b class="${ok ? 'pass' : 'fail'}">${ok ? 'nothing found' : 'not ok'}</b>, exit code ${exitCode}.
    </p>
    <pre class="wide"><code>${JSON.stringify(report, null, 2)}</code></pre>
  </section> `;
