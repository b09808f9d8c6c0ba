/**
 * The SDK's errors as faults. They hold whole requests and answers. So only a code, a status and the server's id of the
 * request are passed on: no header, no URL, no text of the server's.
 */
import { Fault, isFault } from '../../kernel/faults.ts';

/** The known facts of a failure. */
export type Failure = {
  /** S3's code (`NoSuchKey`), the system's (`ECONNREFUSED`), or the error's name. */
  readonly code: string;
  /** Undefined when there was no answer. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
};

const WORD = /^[\w.:/+=-]{1,100}$/;

export const failureOf = (error: unknown): Failure => {
  const { name, code, $metadata } = (typeof error === 'object' && error !== null ? error : {}) as {
    readonly name?: unknown;
    readonly code?: unknown;
    readonly $metadata?: { readonly httpStatusCode?: number; readonly requestId?: string };
  };
  const status = $metadata?.httpStatusCode;
  return {
    code: word(status === undefined ? (word(code) ?? name) : name) ?? 'unknown',
    status,
    requestId: word($metadata?.requestId),
  };
};

/** Faults stay as they are. `key` names the object in the text. */
export const faultOf = (error: unknown, key: string): Fault => {
  if (isFault(error)) return error;
  const failure = failureOf(error);
  const { code, status } = failure;
  const options = { cause: new Error(`S3: ${status ?? 'no answer'} ${code}`), detail: { ...failure } };
  if (code === 'NoSuchKey') return new Fault('not_found', `there is no object ${key}`, options);
  if (code === 'EntityTooLarge' || status === 413) {
    return new Fault('too_large', `the object ${key} is too large for the object store`, options);
  }
  const how = status === undefined ? `does not answer: ${code}` : `answered ${status} ${code}`;
  return new Fault('unavailable', `the object store ${how}`, options);
};

const word = (value: unknown): string | undefined =>
  typeof value === 'string' && WORD.test(value) ? value : undefined;
