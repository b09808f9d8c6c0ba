/** The states of a value that is not there: on its way, empty, failed. */
import { ApiError } from '../app/api.js';
import { html } from '../app/html.js';

/** @param {{ what: string }} props */
const Loading = ({ what }) => html`<p class="state loading" role="status">Loading ${what}…</p>`;

/** @param {{ of: Omit<import('../app/use-load.js').Loaded<unknown>, 'set' | 'change'>, what: string }} props */
export const Pending = ({ of: { value, error, loading, reload }, what }) => html`
  ${error && html`<${Failed} error=${error} retry=${reload} />`}
  ${value === undefined && loading && html`<${Loading} what=${what} />`}
`;

/** @param {{ title: string, level?: 1 | 2, children?: unknown }} props `level`: 1 for the heading of a page */
export const Empty = ({ title, level = 2, children }) => html`
  <div class="state empty">${level === 1 ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`} ${children}</div>
`;

/**
 * In the place of a page whose content is not there: a page has its heading in every state.
 * @param {{ title: string, what: string, error: Error | undefined, retry: () => void,
 *   back?: readonly [to: string, words: string] }} props
 */
export const Absent = ({ title, what, error, retry, back: [to, words] = ['/projects', 'Projects'] }) => html`
  <div class="page">
    <div class="page-head">
      <div>
        <p class="note"><a href=${`#${to}`}>${words}</a></p>
        <h1>${title}</h1>
      </div>
    </div>
    ${error ? html`<${Failed} error=${error} retry=${retry} />` : html`<${Loading} what=${what} />`}
  </div>
`;

/**
 * As the service says it, with a capital letter.
 * @param {string} words
 */
export const sentenceOf = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Refusals that another workspace of the person may not have. */
const ELSEWHERE = new Set(['membership_required', 'project_forbidden']);

/** @param {{ error: Error, retry?: () => void }} props */
export const Failed = ({ error, retry }) => html`
  <div class="state failed" role="alert">
    <p>${sentenceOf(error.message)}</p>
    ${
      error instanceof ApiError &&
      html`<p class="note">Code ${error.code}${error.requestId === undefined ? '' : `, request ${error.requestId}`}</p>`
    }
    ${
      error instanceof ApiError &&
      ELSEWHERE.has(error.code) &&
      html`<p><a href="#/workspace">Choose another workspace</a></p>`
    }
    ${retry && html`<button type="button" onClick=${retry}>Try again</button>`}
  </div>
`;
