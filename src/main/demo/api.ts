/**
 * The service as any client reaches it: HTTP and JSON, a bearer token, nothing else. Every answer is held against the
 * contract that the service publishes; one that is not as declared ends the run.
 */
import type { Operation } from '../../http/contract/operation.ts';
import { isObject } from '../../kernel/json.ts';
import type { Shape, Static } from '../../kernel/shape.ts';
import { within } from '../../kernel/within.ts';
import type { Timers } from '../../ports/basics.ts';
import { compile } from '../../schema/validator.ts';

type Answers = Readonly<Record<number, Shape<unknown>>>;
type Declared<A extends Answers = Answers> = Pick<Operation, 'operationId' | 'method' | 'path'> & {
  readonly answers: A;
};

export type Request = {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** `unchanged`: 304, the copy named by `If-None-Match` is current. */
export type Answer<T> = {
  readonly status: number;
  readonly headers: Headers;
  readonly unchanged: boolean;
  readonly body: T;
};

export type Api = {
  /** Refusals are thrown as `ApiRefusal`, unreadable answers as `BrokenPromise`. */
  readonly call: <A extends Answers>(operation: Declared<A>, request?: Request) => Promise<Answer<Static<A[keyof A]>>>;
  /** The bytes behind a signed URL, which may be relative to the service. */
  readonly download: (url: string) => Promise<Uint8Array>;
};

/** The service said no: ApiErrorResponse. */
class ApiRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(operationId: string, status: number, code: string, message: string) {
    super(`${operationId} was refused: ${status} ${code}: ${message}`);
    this.name = 'ApiRefusal';
    this.status = status;
    this.code = code;
  }
}

/** The service broke its contract. */
export class BrokenPromise extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BrokenPromise';
  }
}

/** Longer than any long poll: a later answer will not arrive. */
const ANSWER_MS_MAX = 60_000;
const REPEATS_MAX = 5;
const REPEAT_MS_MAX = 5_000;

export type ApiDeps = {
  readonly baseUrl: string;
  readonly token: string;
  /** Once it is known: every call is for this workspace. */
  readonly workspaceId?: string;
  readonly timers: Timers;
  readonly signal: AbortSignal;
};

export const createApi = ({ baseUrl, token, workspaceId, timers, signal }: ApiDeps): Api => {
  const timed = async (what: string, ask: (late: AbortSignal) => Promise<Response>): Promise<Response> => {
    const late = (): Error => new BrokenPromise(`${what} gave no answer within ${ANSWER_MS_MAX / 1_000} seconds`);
    return within({ timers, ms: ANSWER_MS_MAX, late, parent: signal }, ask);
  };

  const send = async (operation: Declared, request: Request): Promise<Response> =>
    timed(operation.operationId, async (late) =>
      fetch(urlOf(baseUrl, operation.path, request), {
        method: operation.method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(workspaceId === undefined ? {} : { 'x-workspace-id': workspaceId }),
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        signal: late,
      }),
    );

  const call: Api['call'] = async <T>(operation: Declared, request: Request = {}): Promise<Answer<T>> => {
    for (let repeats = 0; ; repeats += 1) {
      const response = await send(operation, request);
      if (response.status === 304) return { status: 304, headers: response.headers, unchanged: true, body: {} as T };
      const body: unknown = await response.json().catch(() => undefined);
      const declared = operation.answers[response.status];
      if (declared !== undefined) {
        return {
          status: response.status,
          headers: response.headers,
          unchanged: false,
          body: checked(operation, declared, body),
        };
      }
      const refusal = refusalOf(operation.operationId, response.status, body);
      if (repeats >= REPEATS_MAX || !mayRepeat(operation, body)) throw refusal;
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await timers.sleep(Math.min(seconds * 1_000, REPEAT_MS_MAX), signal);
    }
  };

  const download = async (url: string): Promise<Uint8Array> => {
    const response = await timed('a signed URL', async (late) => fetch(new URL(url, baseUrl), { signal: late }));
    if (response.status !== 200) throw new BrokenPromise(`a signed URL answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };

  return Object.freeze({ call, download });
};

const urlOf = (baseUrl: string, path: string, { parameters = {}, query = {} }: Request): URL => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const url = new URL(filled, baseUrl);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
};

const checked = <T>(operation: Declared, declared: Shape<unknown>, body: unknown): T => {
  const found = compile(declared)(body);
  if (found.ok) return found.value as T;
  const [error] = found.errors;
  throw new BrokenPromise(`${operation.operationId} answered out of contract: ${error?.pointer} ${error?.message}`);
};

const refusalOf = (operationId: string, status: number, body: unknown): Error => {
  if (!isObject(body) || !('code' in body) || !('message' in body)) {
    return new BrokenPromise(`${operationId} answered ${status} without an error body`);
  }
  return new ApiRefusal(operationId, status, String(body.code), String(body.message));
};

/** Never blindly: only reads, and refusals that say that nothing was spent. */
const mayRepeat = ({ method }: Declared, body: unknown): boolean => {
  const { retryable, noCreditsSpent } = isObject(body) ? body : {};
  return retryable === true && (method === 'GET' || noCreditsSpent === true);
};
