/** One row of a list of figures or facts: a name, and its value. `kind` is the look of the value. */
import { html } from '../app/html.js';

/** @param {{ name: string, kind?: 'strong' | 'word' | 'wrong' | false, children?: unknown }} props */
export const Fact = ({ name, kind, children }) => html`
  <div>
    <dt>${name}</dt>
    <dd class=${kind || undefined}>${children}</dd>
  </div>
`;
