/**
 * A key that the service signs its log or its tokens with: Ed25519, kept as a JWK. It is named by its thumbprint
 * (RFC 7638). So a process with another key is told apart from a forger.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  sign,
  verify,
} from 'node:crypto';
import { Fault } from '../../kernel/faults.ts';
import { objectIn } from '../../kernel/json.ts';
import type { Signature, Signer } from '../../ports/signer.ts';

/** A new one, as it is kept. */
export const makeServiceKey = (): Uint8Array => {
  const { privateKey } = generateKeyPairSync('ed25519');
  return Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' })), 'utf8');
};

/** Fault `corrupt`: these bytes are no such key. */
export const signerOf = (stored: Uint8Array): Signer => {
  const { kty, crv, x, d } = parsed(stored);
  const secret = privateKeyOf({ kty, crv, x, d } as JsonWebKey);
  const open = createPublicKey(secret);
  const keyId = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  return Object.freeze({
    keyId,
    publicKey: Object.freeze({ kty: 'OKP', crv: 'Ed25519', x: x ?? '', kid: keyId, alg: 'EdDSA', use: 'sig' }),
    sign: (text: string): Signature => ({ keyId, value: sign(null, Buffer.from(text), secret).toString('base64url') }),
    holds: (text: string, signature: Signature) =>
      signature.keyId === keyId && verify(null, Buffer.from(text), open, Buffer.from(signature.value, 'base64url')),
  });
};

const parsed = (stored: Uint8Array): JsonWebKey => {
  const jwk: JsonWebKey = objectIn(Buffer.from(stored).toString('utf8')) ?? {};
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519' && typeof jwk.d === 'string') return jwk;
  throw noKey();
};

const privateKeyOf = (key: JsonWebKey) => {
  try {
    return createPrivateKey({ key, format: 'jwk' });
  } catch {
    throw noKey();
  }
};

const noKey = (): Fault => new Fault('corrupt', 'the file holds no Ed25519 key as a JWK');
