/** The states of a list of pages around its items. */
import { html } from '../app/html.js';
import { Action } from './action.js';
import { Empty, Pending } from './states.js';

/** @typedef {ReturnType<typeof import('../app/use-pages.js').usePages>} List */

/** @param {{ list: List, what: string, none: string, hint?: string, children?: unknown }} props */
export const PagesOf = ({ list, what, none, hint, children }) => html`
  <${Pending} of=${list} what=${what} />
  ${list.items?.length === 0 && html`<${Nothing} more=${list.hasMore} none=${none} hint=${hint} />`} ${children}
  ${list.hasMore && html`<p class="more"><${Action} onAct=${list.more}>Show more<//></p>`}
`;

/**
 * A page may be empty and have a next one: the service looks at a bounded number of items for each.
 * @param {{ more: boolean, none: string, hint: string | undefined }} props
 */
const Nothing = ({ more, none, hint }) =>
  more
    ? html`<${Empty} title="None among the newest"><p>“Show more” looks among older ones.</p><//>`
    : html`<${Empty} title=${none}>${hint && html`<p>${hint}</p>`}<//>`;
