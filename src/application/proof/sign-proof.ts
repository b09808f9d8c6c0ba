/**
 * Signatures for readers outside: a JWS with detached content (RFC 7515, appendix F), over the canonical JSON (RFC
 * 8785) of a value. Any library of both checks it with the key set of the service.
 */
import { canonicalJson } from '../../kernel/canonical-json.ts';
import type { Signer } from '../../ports/signer.ts';

/** The kinds of signed values: a signature of one is none of another. */
export type ProofKind =
  | 'ledger-statement'
  | 'ledger-export'
  | 'log-checkpoint'
  | 'frame-certificate'
  | 'picture-provenance';

/** `header..signature`, both as base64url. No text that the service signs for itself has its form. */
export const signProof = ({ keyId, sign }: Pick<Signer, 'keyId' | 'sign'>, kind: ProofKind, value: object): string => {
  const header = encoded(canonicalJson({ alg: 'EdDSA', kid: keyId, typ: kind }));
  return `${header}..${sign(`${header}.${encoded(canonicalJson(value))}`).value}`;
};

const encoded = (text: string): string => Buffer.from(text).toString('base64url');
