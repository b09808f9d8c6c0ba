/** The driver's errors as faults of the port. */
import { MongoError, MongoInvalidArgumentError } from 'mongodb';
import { systemCode } from '../../kernel/disk-fault.ts';
import { Fault } from '../../kernel/faults.ts';

/** Codes of the server, from `src/mongo/base/error_codes.yml` of 6.0. */
export const NAMESPACE_EXISTS = 48;
export const NAMESPACE_NOT_FOUND = 26;

/** A document, or a write of it, is larger than the server takes. */
const TOO_LARGE: ReadonlySet<number> = new Set([10_334, 17_280, 17_419, 17_420]);

/**
 * Errors that do not go away by themselves. All other errors of a server may. It is no primary, shuts down, is busy,
 * full or locked; the majority did not answer in time; the operator has yet to let us in. A write that timed out may be
 * there; guards make it harmless to repeat.
 */
const LASTING: ReadonlySet<number> = new Set([
  2, // BadValue
  9, // FailedToParse
  14, // TypeMismatch
  59, // CommandNotFound
  72, // InvalidOptions
  73, // InvalidNamespace
  85, // IndexOptionsConflict
  86, // IndexKeySpecsConflict
]);

/**
 * The fault for an error of the driver; any other error is a bug, and is returned as it is. Messages give the kind and
 * the code only: the driver's own text may name hosts, and values of documents.
 */
export const faultOf = (error: unknown): unknown => {
  if (!(error instanceof MongoError)) return socketFault(error) ?? error;
  const { code } = error;
  const detail = { kind: error.name, ...(typeof code === 'number' && { code }) };
  if (typeof code === 'number' && TOO_LARGE.has(code)) {
    return new Fault('too_large', 'MongoDB does not take a document of this size', { cause: error, detail });
  }
  return new Fault('unavailable', `MongoDB does not answer as it should (${describe(detail)})`, {
    retriable: mayPass(error),
    cause: error,
    detail,
  });
};

/** Node's own, which the driver lets through when a connection ends while it is written to. */
const socketFault = (cause: unknown): Fault | undefined => {
  const code = systemCode(cause) ?? '';
  if (!/^E[A-Z]+$|^ERR_(?:STREAM|SOCKET|SSL|TLS)_/.test(code)) return undefined;
  return new Fault('unavailable', `the connection to MongoDB broke (${code})`, { cause });
};

const describe = ({ kind, code }: { readonly kind: string; readonly code?: number }): string =>
  code === undefined ? kind : `${kind} ${code}`;

const mayPass = (error: MongoError): boolean => {
  if (error instanceof MongoInvalidArgumentError) return false;
  return typeof error.code !== 'number' || !LASTING.has(error.code);
};

/** A transaction that was not taken, and may be when it is tried again. */
export const isTransient = (error: unknown): boolean =>
  error instanceof MongoError && error.hasErrorLabel('TransientTransactionError');

/** The outcome of the commit is unknown: the same commit may be asked for again. */
export const isUnknownCommit = (error: unknown): boolean =>
  error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult');

export const hasCode = (error: unknown, code: number): boolean => error instanceof MongoError && error.code === code;
