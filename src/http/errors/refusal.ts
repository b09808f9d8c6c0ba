/** A refusal of a request, between the gate that finds it and the body that the client gets. */
import type { Refused } from '../../application/calls/result.ts';
import type { ErrorCode } from '../../application/calls/error-codes.ts';
import { limits } from '../../kernel/limits.ts';

/** No JSON has a symbol: a body that looks like a refusal is still a body. */
const REFUSED = Symbol('refused');

export type Refusal = {
  readonly [REFUSED]: true;
  readonly code: ErrorCode;
  readonly message?: string;
  readonly detail?: unknown;
  /** Instead of the catalogue's, e.g. until a bucket has a token again. */
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request that this was given to first, where its key gives it again: the same call can do no better. */
  readonly firstRequestId?: string;
  /** The flaw of a token, for the log alone: its bearer may be an attacker. */
  readonly flaw?: string;
  /** Nothing was spent here, also under a code that means otherwise elsewhere. */
  readonly nothingSpent?: true;
};

type More = Omit<Refusal, typeof REFUSED | 'code' | 'message'>;

export const refusal = (code: ErrorCode, message?: string, more: More = {}): Refusal => ({
  [REFUSED]: true,
  code,
  ...(message === undefined ? {} : { message }),
  ...more,
});

/** A refusal of the application's. */
export const asRefusal = ({ code, message, detail, nothingSpent, retryAfterSeconds }: Refused): Refusal =>
  refusal(code, message, {
    ...(detail === undefined ? {} : { detail }),
    ...(nothingSpent === undefined ? {} : { nothingSpent }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });

/** Whether a gate has refused, rather than handed something on. */
export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && REFUSED in value;

/** The place of a schema failure, as a JSON pointer, and its flaw. */
export type Wrong = { readonly pointer: string; readonly message: string };

/** A schema failure, as clients of all operations see it: says the first, and lists all. */
export const invalid = (wrong: readonly Wrong[], nameOf: (pointer: string) => string = nameInBody): Refusal => {
  const [first = { pointer: '', message: 'is not valid' }, ...others] = wrong;
  // A list at its bound was cut, or may have been.
  const count = wrong.length < limits.errorDetailsMax ? others.length : `at least ${others.length}`;
  const more = others.length === 0 ? '' : `, and ${count} more: see details`;
  return refusal('validation_failed', `${nameOf(first.pointer)} ${first.message}${more}`, { detail: wrong });
};

const nameInBody = (pointer: string): string => (pointer === '' ? 'The body' : pointer);
