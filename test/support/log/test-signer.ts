/** A key of a test's own; another call gives another key. */
import { makeServiceKey, signerOf } from '../../../src/adapters/system/service-key.ts';
import type { Signer } from '../../../src/ports/signer.ts';

export const createSigner = (): Signer => signerOf(makeServiceKey());
