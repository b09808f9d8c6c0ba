/**
 * Addresses that providers call when there is news of an attempt (decision 0117). Each is for one attempt and for a
 * time, and carries its own proof: the signature of the service. Every process of the service has the same key.
 */
import { limits } from '../../kernel/limits.ts';
import type { Clock } from '../../ports/basics.ts';
import type { Signer } from '../../ports/signer.ts';

export const CALLBACKS_PATH = '/api/v1/engine-callbacks';

/** The attempt that an address is for. */
export type Called = { readonly jobId: string; readonly attemptKey: string };

export type CallbackAddresses = {
  /** Null where no provider can reach this service. */
  of(called: Called): string | null;
  /**
   * The attempt of a request's target, path and query exactly as received. Undefined when the signature is wrong or its
   * time is up: callers answer both alike.
   */
  verify(target: string): Called | undefined;
};

type Deps = {
  readonly signer: Pick<Signer, 'keyId' | 'sign' | 'holds'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Where providers reach the service, without a path; null where they cannot. */
  readonly publicUrl: string | null;
};

/** Members are in the order that we write: one address has one text, and no other spelling. */
const TARGET = new RegExp(
  `^${CALLBACKS_PATH}/(job_[0-9a-z]{1,40})/(hld_[0-9a-z]{1,40}(?:\\.[0-9]{1,9}){3})` +
    `\\?expires=([1-9][0-9]{0,11})&signature=([\\w-]{86})$`,
);

export const createCallbackAddresses = ({ signer, clock, publicUrl }: Deps): CallbackAddresses =>
  Object.freeze({
    of: (called: Called) => {
      if (publicUrl === null) return null;
      const expires = Math.ceil((clock.now() + limits.callbackTtlMs) / 1_000);
      const { value } = signer.sign(signedText(called, expires));
      const { jobId, attemptKey } = called;
      return `${publicUrl}${CALLBACKS_PATH}/${jobId}/${attemptKey}?expires=${expires}&signature=${value}`;
    },
    verify: (target: string) => {
      const [, jobId = '', attemptKey = '', expiry = '', value = ''] = TARGET.exec(target) ?? [];
      const expires = Number(expiry);
      if (jobId === '' || clock.now() >= expires * 1_000 || !isPlain(value)) return undefined;
      const called = { jobId, attemptKey };
      return signer.holds(signedText(called, expires), { keyId: signer.keyId, value }) ? called : undefined;
    },
  });

/** The key signs other records, too: no text of one kind is a text of another. */
const signedText = ({ jobId, attemptKey }: Called, expires: number): string =>
  `engine-callback-1\n${jobId}\n${attemptKey}\n${expires}`;

/** The last character has bits that no byte uses. */
const isPlain = (value: string): boolean => Buffer.from(value, 'base64url').toString('base64url') === value;
