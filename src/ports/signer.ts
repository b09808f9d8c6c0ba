/**
 * The service's own signature: under what it must know again as its own where others may write, a log or the place of
 * its read models. One key for all processes of a service.
 */
export type Signature = { readonly keyId: string; readonly value: string };

export type Signer = {
  /** Names the key; nothing secret. */
  readonly keyId: string;
  sign(text: string): Signature;
  /** Whether this very key signed this very text. */
  holds(text: string, signature: Signature): boolean;
};
