/** Seals secrets of users, so that a store can keep them and no reader of it learns them. */

/** The names of the thing that a secret is for: it opens under the same ones alone. */
export type Bound = readonly string[];

export type Secrets = {
  /** Other bytes each time, for any store. */
  seal(secret: string, bound: Bound): Uint8Array;
  /** Fault `corrupt`: it was changed, is bound to other names, or its master key is not here. */
  open(sealed: Uint8Array, bound: Bound): string;
  /** Whether it is sealed under the master key in force, and not under an earlier one. */
  isCurrent(sealed: Uint8Array): boolean;
  /** 16 hex digits, the same each time under one master key. A holder of guesses cannot check them without that key. */
  fingerprint(secret: string, bound: Bound): string;
};
