/** Asks for a token: at first in the place of the page, later over it. */
import { html, useEffect, useState } from '../app/html.js';
import { goInstead, matched, path } from '../app/router.js';
import { asking, closeRequest, exchange, refused, session, signInWithCode, signInWithToken } from '../app/session.js';
import { useStore } from '../app/store.js';
import { messageOf } from '../app/use-work.js';
import { Dialog } from './dialog.js';
import { Icon } from './icon.js';

const COMMAND = 'npm run -s token -- --sub alice --scope "read plan mutate spend approve admin"';

/**
 * Takes a code out of the address, and signs in with it.
 * @returns {boolean} whether the address has one now
 */
export const useCode = () => {
  const code = matched('/sign-in/:code', useStore(path))?.['code'];
  useEffect(() => {
    if (code === undefined) return;
    // The code is of no use twice: neither a reload nor the history keeps it.
    goInstead('/projects');
    signInWithCode(code).catch(() => undefined);
  }, [code]);
  return code !== undefined;
};

/** In the place of every page while the tab has no token. */
export const SignInPage = () => {
  const current = useStore(exchange);
  return html`
    <main class="welcome">
      <div class="welcome-mark"><${Icon} name="mark" /></div>
      <h1>Production Intelligence</h1>
      ${current?.state === 'busy' && html`<p class="banner" role="status">Signing in…</p>`}
      ${
        current !== null &&
        current.state !== 'busy' &&
        html`<div class="banner" role="alert"><${Unusable} exchange=${current} /></div>`
      }
      <${TokenForm} />
    </main>
  `;
};

/** Over the page of a tab that is signed in: the address that was opened has not signed in. */
export const CodeDialog = () => {
  const current = useStore(exchange);
  const name = useStore(session)?.name;
  if (current === null || current.state === 'busy') return null;
  const close = () => exchange.set(null);
  return html`
    <${Dialog} title="That address does not sign in" onClose=${close}>
      <${Unusable} exchange=${current} />
      <p>This tab stays signed in as <b dir="auto">${name}</b>.</p>
      <div class="dialog-end"><button class="primary" type="button" onClick=${close}>Close</button></div>
    <//>
  `;
};

/** @param {{ exchange: import('../app/session.js').Exchange }} props */
const Unusable = ({ exchange: { code, state, words } }) =>
  state === 'used'
    ? html`<p>That address has been used, or its time is up. It signs in once, within ten minutes of the start.</p>`
    : html`
        <p>${words}</p>
        <p><button type="button" onClick=${async () => signInWithCode(code)}>Try again</button></p>
      `;

/** Over the page when its token has expired: the calls that wait go on afterwards. */
export const SignInAgain = () => {
  const unknown = useStore(refused);
  if (!useStore(asking)) return null;
  return html`
    <${Dialog} title="Sign in again" onClose=${closeRequest}>
      <p>
        ${
          unknown
            ? 'The service does not take the token of this tab: it is damaged, or of another service.'
            : 'The token of this tab has expired.'
        }
        ${' Everything on the page stays as it is.'}
      </p>
      <${TokenForm} />
    <//>
  `;
};

const TokenForm = () => {
  const [token, setToken] = useState('');
  const [error, setError] = useState('');
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    try {
      signInWithToken(token);
    } catch (refused) {
      setError(messageOf(refused));
    }
  };
  return html`
    <form class="token" onSubmit=${submit}>
      <label for="token">Access token</label>
      <textarea
        id="token"
        rows="4"
        required
        spellcheck=${false}
        autocomplete="off"
        value=${token}
        aria-describedby="token-help"
        aria-invalid=${error === '' ? undefined : 'true'}
        onInput=${(/** @type {{ currentTarget: HTMLTextAreaElement }} */ event) => setToken(event.currentTarget.value)}
      ></textarea>
      ${error !== '' && html`<p class="wrong" role="alert">${error}</p>`}
      <div id="token-help" class="note">
        <p>Kept in this tab alone. With the local issuer, this command prints one:</p>
        <code>${COMMAND}</code>
      </div>
      <button class="primary" type="submit">Sign in</button>
    </form>
  `;
};
