/**
 * The service's own signature. By it the service recognises its own records in a store where others may write. One key
 * for all processes of a service.
 */
export type Signature = { readonly keyId: string; readonly value: string };

/** A public key as JWK (RFC 7517, RFC 8037). */
export type PublicKey = Readonly<Record<'kty' | 'crv' | 'x' | 'kid' | 'alg' | 'use', string>>;

export type Signer = {
  /** Names the key; nothing secret. */
  readonly keyId: string;
  /** For others, to check its signatures. */
  readonly publicKey: PublicKey;
  sign(text: string): Signature;
  /** Whether this very key signed this very text. */
  holds(text: string, signature: Signature): boolean;
};
