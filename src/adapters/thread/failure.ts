/** Errors on their way from one thread to another: they keep their code, their detail and their stack. */
import { BrokenInvariant, Fault, type FaultCode } from '../../kernel/faults.ts';

export type Failure = {
  readonly message: string;
  readonly stack: string | undefined;
  readonly cause: Failure | undefined;
  readonly as:
    | {
        readonly kind: 'fault';
        readonly code: FaultCode;
        readonly retriable: boolean;
        readonly detail: Fault['detail'];
      }
    | { readonly kind: 'broken invariant' }
    /** Of a library: with the members that the adapter tells its errors by. */
    | { readonly kind: 'other'; readonly traits: Traits };
};

/** Members of an error of a library, as plain values. */
export type Traits = Readonly<Record<string, string | number | undefined>>;

/** Reads them off an error of whatever kind. */
export type TraitsOf = (error: unknown) => Traits;

/** Of an error that came of another, and so on, so many are told. */
const DEPTH_MAX = 4;

/** Of errors of no library that an adapter must tell. */
export const noTraits: TraitsOf = () => ({});

export const failureOf = (error: unknown, traitsOf: TraitsOf, depth = 1): Failure => {
  const as = kindOf(error, traitsOf);
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, cause: undefined, as };
  const { message, stack, cause } = error;
  const told = cause === undefined || depth === DEPTH_MAX ? undefined : failureOf(cause, traitsOf, depth + 1);
  return { message, stack, cause: told, as };
};

const kindOf = (error: unknown, traitsOf: TraitsOf): Failure['as'] => {
  if (error instanceof BrokenInvariant) return { kind: 'broken invariant' };
  if (error instanceof Fault) {
    return { kind: 'fault', code: error.code, retriable: error.retriable, detail: error.detail };
  }
  return { kind: 'other', traits: traitsOf(error) };
};

export const errorOf = (failure: Failure): Error => {
  const error = made(failure);
  if (failure.stack !== undefined) error.stack = failure.stack;
  if (failure.cause !== undefined) error.cause = errorOf(failure.cause);
  return error;
};

const made = ({ message, as }: Failure): Error => {
  if (as.kind === 'broken invariant') return new BrokenInvariant(message);
  if (as.kind === 'fault') return new Fault(as.code, message, { retriable: as.retriable, detail: as.detail });
  return Object.assign(new Error(message), as.traits);
};
