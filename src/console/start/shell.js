/** The layout of every page: a bar with the navigation, the credits and the account; then the page. */
import { call, reachable } from '../app/api.js';
import { html, useEffect, useLayoutEffect, useRef } from '../app/html.js';
import { keepFocus } from '../app/keep-focus.js';
import { pages } from './pages.js';
import { path } from '../app/router.js';
import { session, signOut } from '../app/session.js';
import { useLoad } from '../app/use-load.js';
import { useStore } from '../app/store.js';
import { creditsChanged } from '../app/credits-changed.js';
import { Icon } from '../parts/icon.js';
import { ThemeSwitch } from '../parts/theme-switch.js';

/** @param {{ current: string | undefined, children?: unknown }} props `current`: the path of the page */
export const Shell = ({ current, children }) => {
  const at = useStore(path);
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const first = useRef(true);
  // With the page, not after its paint: by then a person may be typing into it.
  useLayoutEffect(() => {
    // A page that follows another one is read from its beginning.
    if (!first.current) main.current?.focus({ preventScroll: true });
    if (!first.current) window.scrollTo(0, 0);
    first.current = false;
    // The row of pages is wider than a narrow screen.
    place.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [at]);
  useEffect(() => (main.current === null ? undefined : keepFocus(main.current)), []);
  return html`
    <button class="skip" type="button" onClick=${() => main.current?.focus()}>Skip to content</button>
    <header class="bar">
      <a class="brand" href="#/projects"><${Icon} name="mark" /><span>Production Intelligence</span></a>
      <nav ref=${place} aria-label="Pages">
        ${pages
          .filter(({ nav }) => nav !== undefined)
          .map(
            ({ path: to, nav }) => html`
              <a href=${`#${to}`} aria-current=${current?.startsWith(to) === true ? 'page' : undefined}>${nav}</a>
            `,
          )}
      </nav>
      <div class="bar-end">
        <${Credits} />
        <${ThemeSwitch} />
        <${Account} />
      </div>
    </header>
    <${Unreachable} />
    <main ref=${main} tabindex="-1">${children}</main>
  `;
};

const Credits = () => {
  const changed = useStore(creditsChanged);
  const { value } = useLoad(async (signal) => call('getCreditSummary', { signal }), [changed]);
  const available = value?.credits.available;
  if (available === undefined) return null;
  return html`
    <span class="credits" title="Credits that work may still be started with">
      <b>${available.toLocaleString()}</b> <span>credits</span>
    </span>
  `;
};

const Account = () => {
  const current = useStore(session);
  if (current === null) return null;
  return html`
    <button class="quiet account" type="button" onClick=${signOut} title="Sign out of this tab">
      <span>${current.name}</span><${Icon} name="leave" label="Sign out" />
    </button>
  `;
};

const Unreachable = () =>
  useStore(reachable)
    ? null
    : html`<p class="banner" role="status">The service cannot be reached. The console tries again by itself.</p>`;
