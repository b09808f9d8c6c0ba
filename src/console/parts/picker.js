/** A choice that acts at once, in the head of what it changes. */
import { html } from '../app/html.js';

/**
 * @param {{ label: string, value: string, values: readonly (readonly [value: string, words: string])[],
 *   onPick: (value: string) => void }} props
 */
export const Picker = ({ label, value, values, onPick }) => html`
  <label class="choice">
    <span>${label}</span>
    <select
      value=${value}
      onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => onPick(currentTarget.value)}
    >
      ${values.map(([one, words]) => html`<option key=${one} value=${one}>${words}</option>`)}
    </select>
  </label>
`;
