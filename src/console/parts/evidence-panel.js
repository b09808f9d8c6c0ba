/** The technical verdict on a picture: each measure beside its bound, and the words of the prompt that it shows. */
import { html } from '../app/html.js';
import { Table } from './table.js';
import { checksOf, scoreOf, shortNumber } from '../work/score.js';

/** @param {{ evidence: import('../app/answers.ts').Evidence }} props */
export const EvidencePanel = ({ evidence }) => {
  const checks = checksOf(evidence);
  const { coverage } = evidence;
  return html`
    <section class="evidence" aria-labelledby="evidence">
      <h3 id="evidence">
        Technical verdict: <span class=${evidence.verdict === 'pass' ? 'right' : 'wrong'}>${evidence.verdict}</span>
        ${` ${scoreOf(evidence)}`}
      </h3>
      <p class="note">Of exposure, contrast and the like; it does not say whether the picture shows the prompt.</p>
      <${Table} label="Measures" columns=${['Measure', 'Value', 'Bound']}>
        ${checks.map(
          ({ words, value, min, max, holds }) => html`
            <tr class=${holds ? '' : 'wrong'}>
              <th scope="row">${words}${holds ? '' : ' (fails)'}</th>
              <td>${value === undefined ? 'absent' : shortNumber(value)}</td>
              <td>${boundWords(min, max)}</td>
            </tr>
          `,
        )}
      <//>
      ${
        coverage &&
        html`
          <h3>Words of the prompt</h3>
          <p class="words">
            ${coverage.drawn.map((word) => html`<span class="drawn">${word}</span> `)}
            ${coverage.left.map((word) => html`<s title="left out">${word}</s> `)}
          </p>
          <p class="note">${coverage.drawn.length} drawn, ${coverage.left.length} left out</p>
        `
      }
    </section>
  `;
};

/** @param {number | undefined} min @param {number | undefined} max */
const boundWords = (min, max) => {
  if (min !== undefined && max !== undefined) return `${shortNumber(min)} to ${shortNumber(max)}`;
  return min === undefined ? `at most ${shortNumber(max ?? 0)}` : `at least ${shortNumber(min)}`;
};
