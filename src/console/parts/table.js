/** A table that scrolls by itself where it is wider than the page. */
import { html } from '../app/html.js';

/**
 * @param {{ label: string, columns: readonly string[], figures?: number, children?: unknown }} props `figures`: how
 *   many of the last columns are numbers
 */
export const Table = ({ label, columns, figures = 0, children }) => html`
  <div class="table" tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead>
        <tr>
          ${columns.map(
            (words, at) =>
              html`<th scope="col" class=${at < columns.length - figures ? undefined : 'number'}>${words}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${children}
      </tbody>
    </table>
  </div>
`;
