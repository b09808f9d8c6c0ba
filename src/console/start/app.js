/** Chooses the page of the path, and draws it within the layout. */
import { Empty } from '../parts/states.js';
import { Shell } from './shell.js';
import { CodeDialog, SignInAgain, SignInPage, useCode } from '../parts/sign-in.js';
import { html, useEffect } from '../app/html.js';
import { pages } from './pages.js';
import { matched, path } from '../app/router.js';
import { session } from '../app/session.js';
import { useStore } from '../app/store.js';
import { subject } from '../app/subject.js';

/** @param {string} at */
const pageOf = (at) => {
  for (const page of pages) {
    const parameters = matched(page.path, at);
    if (parameters !== undefined) return { page, parameters };
  }
  return undefined;
};

/**
 * Another key draws the page anew, from its beginning.
 * @param {NonNullable<ReturnType<typeof pageOf>>} found
 */
const keyOf = ({ page, parameters }) =>
  [page.path, ...Object.entries(parameters).flatMap(([name, value]) => (name === page.steps ? [] : [value]))].join(' ');

export const App = () => {
  const at = useStore(path);
  const found = pageOf(at);
  const title = found?.page.title ?? 'Not found';
  const about = useStore(subject);
  useEffect(() => {
    document.title = [about, title, 'Production Intelligence'].filter((part) => part !== '').join(' · ');
  }, [about, title]);
  const isCode = useCode();
  const signedOut = useStore(session) === null;
  if (isCode) return null;
  if (signedOut) return html`<${SignInPage} />`;
  return html`
    <${Shell} current=${found?.page.path}>
      ${
        found === undefined
          ? html`<${Empty} title="There is no such page" level=${1}>
              <p><a class="button" href="#/projects">To the projects</a></p>
            <//>`
          : html`<${found.page.view} key=${keyOf(found)} ...${found.parameters} />`
      }
    <//>
    <${SignInAgain} />
    <${CodeDialog} />
  `;
};
