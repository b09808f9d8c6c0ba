/**
 * The client of the public API. A call waits for a token that holds. A read, and a call under an idempotency key, may
 * be repeated: they are, where the answer was lost or the service asks for patience.
 */
import { operations } from './operations.js';
import { tokenRefused, validToken } from './session.js';
import { createStore } from './store.js';
import { hearTime, sleep } from './time.js';
import { chosenWorkspace } from './workspace.js';

/** @typedef {import('./answers.ts').Answers} Answers */

/**
 * @typedef {object} Asked
 * @property {Readonly<Record<string, string>>} [path] parameters in the path
 * @property {Readonly<Record<string, string | number | undefined>>} [query]
 * @property {unknown} [body]
 * @property {string} [key] the idempotency key of the person's one intention
 * @property {Readonly<Record<string, string>>} [headers]
 * @property {boolean} [anywhere] it is of no workspace, so one that the person has left does not refuse it
 * @property {boolean} [unplaced] its answer has no place in the log, so it is never older than a write
 * @property {boolean} [harmless] it may be repeated although it is neither a read nor under a key
 * @property {number} [tries] calls at most, where a call may be repeated
 * @property {AbortSignal | undefined} [signal]
 * @property {AbortSignal} [wanted] aborts when the person wants it no more: then it is not repeated
 */

/** Flaws of a form that are told at once; a list has as many as it has wrong lines. */
const FLAWS_MAX = 5;

/**
 * The message names the first flaw, and sends programs to the details for the others.
 * @param {{ message?: string, details?: unknown }} body
 */
const wordsOf = ({ message, details }) => {
  const [, first, more] = /^(.*)(, and .+ more): see details$/s.exec(message ?? '') ?? [];
  if (first === undefined || !Array.isArray(details)) return message;
  const flaws = /** @type {readonly { pointer: string, message: string }[]} */ (details).slice(1, FLAWS_MAX);
  const words = [first, ...flaws.map(({ pointer, message: flaw }) => `${pointer} ${flaw}`)].join('; ');
  return details.length > FLAWS_MAX ? `${words}; of these${more} in all` : words;
};

/** An answer that is no success, with the code of the service. Status 0: no answer came. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {{ code?: string, message?: string, details?: unknown, requestId?: string }} body
   */
  constructor(status, body) {
    super(wordsOf(body) ?? `The service answered ${status}.`);
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.details = body.details;
    this.requestId = body.requestId;
  }
}

/** False while the service cannot be reached. */
export const reachable = createStore(true);

const TRIES_MAX = 6;
const FIRST_WAIT_MS = 500;
const WAIT_MAX_MS = 8_000;

/** The place in the log that this tab has written or seen: its reads are at least as new. */
let position = '';

/**
 * @template {keyof Answers} O
 * @param {O} name
 * @param {Asked} [asked]
 * @returns {Promise<Answers[O]>}
 */
export const call = async (name, asked = {}) => {
  const answer = await ask(name, asked);
  return /** @type {Promise<Answers[O]>} */ (answer.json());
};

/**
 * The answer itself, whose body has not been read: for streams.
 * @param {keyof Answers} name
 * @param {Asked} [asked]
 * @returns {Promise<Response>}
 */
export const ask = async (name, asked = {}) => {
  const [method] = operations[name];
  const repeatable = method === 'GET' || asked.key !== undefined || asked.harmless === true;
  for (let tried = 1; ; tried += 1) {
    const outcome = await once(name, asked);
    if (outcome instanceof Response) return outcome;
    if (outcome.error.status === 401) continue;
    // A page is read as soon as the service is back, however long that takes.
    const tries =
      asked.tries ?? (method === 'GET' && outcome.error.status === 0 ? Number.POSITIVE_INFINITY : TRIES_MAX);
    const patient = repeatable && outcome.again && tried < tries;
    if (!patient || asked.wanted?.aborted) throw outcome.error;
    const waitMs = Math.max(outcome.waitMs, Math.min(FIRST_WAIT_MS * 2 ** (tried - 1), WAIT_MAX_MS));
    await sleep(waitMs, asked.wanted ?? asked.signal);
  }
};

/**
 * @param {keyof Answers} name
 * @param {Asked} asked
 * @returns {Promise<Response | { error: ApiError, again: boolean, waitMs: number }>}
 */
const once = async (name, asked) => {
  const token = isPublic(name) ? undefined : await validToken(operations[name][0] !== 'GET');
  const [request, error] = await sent(name, asked, token);
  if (error !== undefined) return { error, again: true, waitMs: 0 };
  position = request.headers.get('X-Log-Position') ?? position;
  if (request.ok) return request;
  if (request.status === 401 && token !== undefined) tokenRefused(token);
  const body = /** @type {{ code?: string }} */ (await request.json().catch(() => ({})));
  const waitMs = Number(request.headers.get('Retry-After') ?? 0) * 1_000;
  return { error: new ApiError(request.status, body), again: PATIENT.has(request.status), waitMs };
};

/**
 * Public reads take neither a token nor a workspace.
 * @param {keyof Answers} name
 */
const isPublic = (name) => operations[name][1].startsWith('/.well-known/');

/** Still in progress, too many requests, and a service that is not ready. */
const PATIENT = new Set([425, 429, 502, 503, 504]);

/**
 * Whether the same call may be answered later.
 * @param {unknown} error
 */
export const isPassing = (error) => error instanceof ApiError && (error.status === 0 || PATIENT.has(error.status));

/**
 * @param {keyof Answers} name
 * @param {Asked} asked
 * @param {string | undefined} token
 * @returns {Promise<[Response, undefined] | [undefined, ApiError]>}
 */
const sent = async (name, asked, token) => {
  const { path = {}, query = {}, body, key, headers, signal, tries } = asked;
  const [method, template] = operations[name];
  const target = template.replaceAll(/\{(\w+)\}/g, (_, part) => encodeURIComponent(path[String(part)] ?? ''));
  const parameters = Object.entries(query).flatMap(([one, value]) =>
    value === undefined ? [] : [[one, String(value)]],
  );
  const search = parameters.length === 0 ? '' : `?${new URLSearchParams(parameters).toString()}`;
  try {
    const answer = await fetch(target + search, {
      method,
      headers: {
        ...(token === undefined ? {} : headersOf(method === 'GET', asked, token)),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
      cache: 'no-store',
    });
    reachable.set(true);
    hearTime(answer.headers.get('Date'));
    return [answer, undefined];
  } catch (error) {
    if (signal?.aborted) throw error;
    // A stream that is refused has a poll behind it, which tells whether the service is away.
    if (tries !== 1) reachable.set(false);
    return [undefined, new ApiError(0, { code: 'unreachable', message: 'The service cannot be reached.' })];
  }
};

/**
 * @param {boolean} read
 * @param {Asked} asked
 * @param {string} token
 */
const headersOf = (read, { unplaced = false, anywhere = false }, token) => {
  const workspaceId = anywhere ? undefined : chosenWorkspace();
  return {
    Authorization: `Bearer ${token}`,
    ...(workspaceId === undefined ? {} : { 'X-Workspace-Id': workspaceId }),
    ...(position === '' || !read || unplaced ? {} : { 'If-Position-At-Least': position }),
  };
};

/** One for each intention of a person; kept while the same intention is tried again. */
export const newKey = () => crypto.randomUUID();
