/** Operating faults: thrown when the outside world fails. Refusals are values; see decider.ts. */

export type FaultCode =
  /** Another writer has moved the stream. Nothing was written. */
  | 'conflict'
  /** The append may or may not have been taken; only reading back can tell. */
  | 'ambiguous'
  /** The store or engine does not answer. Nothing was written. */
  | 'unavailable'
  /** An event or an append is over the size bound. Nothing was written. */
  | 'too_large'
  /** Stored bytes differ from those that were written: broken chain, missing tail, unknown type. */
  | 'corrupt'
  /**
   * Content that the log names is not in the object store, or does not have its hash. A retry helps once it is back.
   */
  | 'lost'
  /** Something that was named is not there. */
  | 'not_found'
  /** A credential or signature does not hold. */
  | 'invalid'
  /** The caller stopped waiting, or the service is stopping. */
  | 'cancelled'
  /** An engine failed for good on this input. */
  | 'rejected'
  /** The engine may or may not have done the work. */
  | 'unknown_outcome';

export class Fault extends Error {
  readonly code: FaultCode;
  /** Whether the same call may succeed later. */
  readonly retriable: boolean;
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(
    code: FaultCode,
    message: string,
    options: { readonly retriable?: boolean; readonly cause?: unknown; readonly detail?: Fault['detail'] } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Fault';
    this.code = code;
    this.retriable = options.retriable ?? (code === 'unavailable' || code === 'ambiguous' || code === 'conflict');
    this.detail = options.detail ?? {};
  }
}

export const isFault = (error: unknown, code?: FaultCode): error is Fault =>
  error instanceof Fault && (code === undefined || error.code === code);

/** A broken invariant: our own bug. The top of the process catches it and stops the process. */
export class BrokenInvariant extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BrokenInvariant';
  }
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new BrokenInvariant(message);
}

/** Closes an exhaustive switch. */
export const assertNever = (value: never): never => {
  throw new BrokenInvariant(`unexpected value: ${JSON.stringify(value)}`);
};
