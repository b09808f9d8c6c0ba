/**
 * The token of this tab. It is kept in the session storage of the tab alone. A call that finds it expired waits here
 * until the person has signed in again, and goes on: so nothing typed is lost. It never goes on as another person, or
 * in another workspace. A call that writes is given up with the request for a token.
 */
import { tabStorage } from './storage.js';
import { createStore } from './store.js';
import { isOver } from './time.js';
import { chosenWorkspace, forgetWorkspace } from './workspace.js';

/**
 * @typedef {{ token: string, expiresAt: number, sub: string, name: string, scopes: readonly string[],
 *   workspaceId?: string | undefined }} Session
 *   `expiresAt` is a Unix time in seconds; `workspaceId`: the only one that the token is good for
 * @typedef {{ code: string, state: 'busy' | 'used' | 'failed', words: string }} Exchange of a code for a token
 */

const KEY = 'session';
const UNREACHABLE = 'The service cannot be reached.';
const SECOND_MS = 1_000;

/** @returns {Session | null} */
const kept = () => {
  const text = tabStorage.get(KEY);
  if (text === null) return null;
  try {
    return /** @type {Session} */ (JSON.parse(text));
  } catch {
    // Written by another version: the person signs in again.
    return null;
  }
};

/** Null until a person has signed in. */
export const session = createStore(kept());

/** Whether the console asks for a token over the page that is there. */
export const asking = createStore(false);

/** Whether the service has refused the token of this tab before its time was up. */
export const refused = createStore(false);

/** Of the code that was opened last; null for none, or one that has signed in. */
export const exchange = createStore(/** @type {Exchange | null} */ (null));

/**
 * @typedef {PromiseWithResolvers<void> & { readonly writes: boolean }} Waiting a call that needs a token
 * @type {Set<Waiting>}
 */
const waiting = new Set();

/** @param {Session} next */
const enter = (next) => {
  const before = session.get();
  if (before !== null && (before.sub !== next.sub || placeOf(next) !== placeOf(before))) {
    if (before.sub === next.sub) forgetWorkspace();
    else leave();
    tabStorage.set(KEY, JSON.stringify(next));
    // Nothing of the person or the workspace before stays on the page, and no call that waits goes on.
    location.reload();
    return;
  }
  tabStorage.set(KEY, JSON.stringify(next));
  refused.set(false);
  session.set(next);
  asking.set(false);
  for (const { resolve } of waiting) resolve();
  waiting.clear();
};

/**
 * The workspace of its calls: that of the token, else the one that the tab has chosen; undefined for the personal one.
 * @param {Session} one
 */
const placeOf = ({ workspaceId }) => workspaceId ?? chosenWorkspace();

/**
 * @param {string} words
 * @param {(call: Waiting) => boolean} which
 */
const giveUp = (words, which = () => true) => {
  for (const call of [...waiting].filter(which)) {
    waiting.delete(call);
    call.reject(new Error(words));
  }
  asking.set(false);
};

/** Gives up the calls that wait, and drops the drafts. */
const leave = () => {
  tabStorage.clear();
  forgetWorkspace();
  giveUp('Signed out before the call was made.');
};

/** The person may not want these calls any more by the next sign-in. Reads go on after it. */
export const closeRequest = () => giveUp('Not signed in: this was not done.', ({ writes }) => writes);

/**
 * Throws an error with words for the person when it is no token.
 * @param {string} text
 */
export const signInWithToken = (text) => {
  enter(sessionOf(text.trim()));
};

/**
 * The service checks a token; here it is only read.
 * @param {string} token
 * @returns {Session}
 */
const sessionOf = (token) => {
  const payload = token.split('.')[1];
  if (payload === undefined) throw new Error('This is not a token: it has no parts. Copy all of it.');
  try {
    const json = new TextDecoder().decode(
      Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)),
    );
    const claims =
      /** @type {{ sub?: string, name?: string, exp?: number, scope?: string,
       *   workspace_id?: string }} */ (JSON.parse(json));
    return {
      token,
      expiresAt: claims.exp ?? 0,
      sub: claims.sub ?? '',
      name: claims.name ?? claims.sub ?? '',
      scopes: (claims.scope ?? '').split(' '),
      workspaceId: claims.workspace_id,
    };
  } catch {
    throw new Error('This is not a token: its middle part cannot be read. Copy all of it.');
  }
};

/**
 * Exchanges the one-time code of `npm start`, also in a tab that is signed in. `exchange` tells what comes of it. A
 * code that found no service is kept on the page, and may be tried again.
 * @param {string} code
 */
export const signInWithCode = async (code) => {
  if (exchange.get()?.state === 'busy') return;
  exchange.set({ code, state: 'busy', words: '' });
  try {
    const answer = await fetch('/console/sign-in', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    const body = /** @type {{ token?: string, message?: string }} */ (await answer.json().catch(() => ({})));
    if (answer.status === 401) exchange.set({ code: '', state: 'used', words: '' });
    else if (body.token === undefined) throw new Error(body.message ?? `The service answered ${answer.status}.`);
    else {
      exchange.set(null);
      signInWithToken(body.token);
    }
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    exchange.set({ code, state: 'failed', words: error instanceof TypeError ? UNREACHABLE : message });
  }
};

export const signOut = () => {
  leave();
  exchange.set(null);
  session.set(null);
};

/**
 * A token that the service has refused is asked for again.
 * @param {string} token
 */
export const tokenRefused = (token) => {
  const current = session.get();
  if (current?.token !== token || current.expiresAt === 0) return;
  refused.set(!isOver(current.expiresAt * SECOND_MS));
  session.set({ ...current, expiresAt: 0 });
};

/**
 * A token that the service has not refused; waits for the person where there is none. The service alone tells that a
 * token is over: a clock that is wrong, or is set anew, would leave a person with no token that holds.
 * @param {boolean} writes whether the call that needs it does more than read
 * @returns {Promise<string>}
 */
export const validToken = async (writes) => {
  for (;;) {
    const current = session.get();
    if (current !== null && current.expiresAt !== 0) return current.token;
    asking.set(true);
    /** @type {Waiting} */
    const signedIn = { ...Promise.withResolvers(), writes };
    waiting.add(signedIn);
    await signedIn.promise;
  }
};
