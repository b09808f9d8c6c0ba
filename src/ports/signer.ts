/**
 * The service's own signature. By it the service recognises its own records in a store where others may write. One key
 * for all processes of a service.
 */
export type Signature = { readonly keyId: string; readonly value: string };

export type Signer = {
  /** Names the key; nothing secret. */
  readonly keyId: string;
  sign(text: string): Signature;
  /** Whether this very key signed this very text. */
  holds(text: string, signature: Signature): boolean;
};
