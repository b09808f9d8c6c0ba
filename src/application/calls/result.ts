/** The result of a use case: a value or a refusal. Then the answer that a key may give again. */
import type { ErrorCode } from './error-codes.ts';

/** A refusal that a client sees; `detail` goes into `details` of the error body. */
export type Refused = {
  readonly kind: 'refused';
  readonly code: ErrorCode;
  readonly message?: string;
  readonly detail?: unknown;
  /** Refused before anything was begun, where the code does not say so by itself. */
  readonly nothingSpent?: true;
  /** When to ask again at the earliest, where that is known better than the code says. */
  readonly retryAfterSeconds?: number;
};

export type Result<T> = { readonly kind: 'ok'; readonly value: T } | Refused;

export const ok = <T>(value: T): { readonly kind: 'ok'; readonly value: T } => ({ kind: 'ok', value });

export const refused = (code: ErrorCode, message?: string, detail?: unknown): Refused => ({
  kind: 'refused',
  code,
  ...(message === undefined ? {} : { message }),
  ...(detail === undefined ? {} : { detail }),
});

/** A thing of another workspace than the current one: the caller's own, or another tenant's. */
export const foreign = (what: string, id: string): Refused =>
  refused('project_forbidden', `the ${what} ${id} is not in the current workspace`);

/** A member of a request that breaks a rule which no schema says. */
export const invalid = (pointer: string, message: string): Refused =>
  refused('validation_failed', `${pointer} ${message}`, [{ pointer, message }]);

/**
 * Ready to send, except for objects with a member `$asset` (an object-store key). The presenter drops `$asset` and adds
 * the `url` and `expiresAt`.
 */
export type Body = Readonly<Record<string, unknown>>;

/**
 * An answer that a key may give again: the body as JSON text in which the objects at `signed` pointers await their
 * `url` and `expiresAt`.
 */
export type StoredAnswer = {
  readonly status: number;
  readonly body: string;
  readonly signed: readonly { readonly pointer: string; readonly key: string }[];
  readonly replayed: boolean;
};

/** Of which it is not said yet whether it was given before. */
export type Answer = Omit<StoredAnswer, 'replayed'>;

export const json = (status: number, body: Body): Answer => ({ status, body: JSON.stringify(body), signed: [] });

/** A refusal that came after work was queued, and the request that it was given to first. */
type KeptRefusal = Pick<Refused, 'code' | 'message' | 'detail'> & { readonly requestId: string };

/** That refusal as an answer: the members of its body that differ from call to call. */
export const refusedAnswer = (status: number, refused: Omit<KeptRefusal, 'requestId'>, requestId: string): Answer =>
  json(status, { ok: false, code: refused.code, message: refused.message, details: refused.detail, requestId });

/** The refusal that an answer is, if it is one. */
export const refusalIn = ({ status, body }: Pick<Answer, 'status' | 'body'>): KeptRefusal | undefined => {
  if (status < FIRST_ERROR) return undefined;
  const { details: detail, ...rest } = JSON.parse(body) as KeptRefusal & { readonly details?: unknown };
  return { ...rest, detail };
};

const FIRST_ERROR = 400;
