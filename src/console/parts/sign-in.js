/** Asks for a token: at first in the place of the page, later over it. */
import { html, useEffect, useState } from '../app/html.js';
import { goInstead, matched, path } from '../app/router.js';
import { asking, signInWithCode, signInWithToken } from '../app/session.js';
import { useStore } from '../app/store.js';
import { Dialog } from './dialog.js';
import { Icon } from './icon.js';

const COMMAND = 'npm run -s token -- --sub alice --scope "read plan mutate spend approve admin"';

/** In the place of every page while the tab has no token. */
export const SignInPage = () => {
  const code = matched('/sign-in/:code', useStore(path))?.['code'];
  const [used, setUsed] = useState(false);
  useEffect(() => {
    if (code === undefined) return;
    // The code is of no use twice: neither a reload nor the history keeps it.
    goInstead('/projects');
    signInWithCode(code).then(
      (done) => setUsed(!done),
      () => setUsed(true),
    );
  }, [code]);
  if (code !== undefined) return null;
  return html`
    <main class="welcome">
      <div class="welcome-mark"><${Icon} name="mark" /></div>
      <h1>Production Intelligence</h1>
      ${
        used &&
        html`<p class="banner" role="alert">
          That address has been used, or its time is up. It signs in once, within ten minutes of the start.
        </p>`
      }
      <${TokenForm} />
    </main>
  `;
};

/** Over the page when its token has expired: the calls that wait go on afterwards. */
export const SignInAgain = () => {
  if (!useStore(asking)) return null;
  return html`
    <${Dialog} title="Sign in again" onClose=${() => asking.set(false)}>
      <p>The token of this tab has expired. Everything on the page stays as it is.</p>
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
      setError(refused instanceof Error ? refused.message : String(refused));
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
