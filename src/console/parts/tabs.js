/** Links to the pages of one subject. */
import { html } from '../app/html.js';

/** @param {{ label: string, current: string, links: readonly (readonly [to: string, words: string])[] }} props */
export const Tabs = ({ label, current, links }) => html`
  <nav class="tabs" aria-label=${label}>
    ${links.map(
      ([to, words]) =>
        html`<a key=${to} href=${`#${to}`} aria-current=${to === current ? 'page' : undefined}>${words}</a>`,
    )}
  </nav>
`;
