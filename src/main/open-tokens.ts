/** The issuer and the verifier of tokens. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createKeySource } from '../adapters/jose/key-source.ts';
import { jwksFromUrl } from '../adapters/jose/jwks-from-url.ts';
import { LOCAL_AUDIENCE, LOCAL_ISSUER, type LocalIssuer, openLocalIssuer } from '../adapters/jose/local-issuer.ts';
import { createTokenVerifier } from '../adapters/jose/token-verifier.ts';
import { loadOrCreateSecret, notAKey } from '../adapters/system/load-or-create-secret.ts';
import { makeServiceKey, signerOf } from '../adapters/system/service-key.ts';
import { Fault, isFault } from '../kernel/faults.ts';
import type { TokenVerifier } from '../ports/token-verifier.ts';
import type { Config } from './config.ts';
import { makeDataFolder } from './make-data-folder.ts';
import type { System } from './system.ts';

export const openIssuer = async (dataDir: string, { clock }: Pick<System, 'clock'>) => {
  makeDataFolder(dataDir);
  const path = keyFile(dataDir);
  const key = async () => signerOf(await loadOrCreateSecret(path, makeServiceKey));
  try {
    return await openLocalIssuer({ key, clock });
  } catch (error) {
    // Others are about the content, which they may quote.
    throw isFault(error, 'unavailable') ? error : notAKey(path);
  }
};

/** The one of a service that has been started: a token under any other key opens nothing. Fault `not_found`. */
export const openExistingIssuer: typeof openIssuer = async (dataDir, system) => {
  if (existsSync(keyFile(dataDir))) return openIssuer(dataDir, system);
  const what = `no service with an issuer of its own has run on ${dataDir}`;
  throw new Fault('not_found', `${what}: start it first (npm start), or let DATA_DIR name its data folder`);
};

const keyFile = (dataDir: string): string => join(dataDir, 'keys', 'issuer.jwk');

export type Tokens = {
  readonly verifier: TokenVerifier;
  /** Null beside an issuer of the operator's. */
  readonly issueToken: LocalIssuer['issueToken'] | null;
};

/** Tokens of the operator's issuer, or of the local one whose key lives in the data folder. */
export const openTokens = async (config: Config, { clock, timers }: System): Promise<Tokens> => {
  if (config.issuer !== null) {
    const { jwksUrl, issuer, audience, types, nameClaim } = config.issuer;
    const keys = createKeySource({ load: jwksFromUrl({ url: jwksUrl, timers }), clock });
    return { verifier: createTokenVerifier({ keys, issuer, audience, types, nameClaim, clock }), issueToken: null };
  }
  const { loadJwks, issueToken } = await openIssuer(config.dataDir, { clock });
  const keys = createKeySource({ load: loadJwks, clock });
  const verifier = createTokenVerifier({ keys, issuer: LOCAL_ISSUER, audience: LOCAL_AUDIENCE, clock });
  return { verifier, issueToken };
};
