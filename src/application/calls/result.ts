/** The result of a use case: a value, or a refusal. */
import type { ErrorCode } from '../../kernel/error-codes.ts';

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
