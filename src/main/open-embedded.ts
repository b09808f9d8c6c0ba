/** The embedded default: everything in one data folder, shared by as many processes as open it. */
import { join } from 'node:path';
import { createKeySource } from '../adapters/jose/key-source.ts';
import { jwksFromUrl } from '../adapters/jose/load-jwks.ts';
import { LOCAL_AUDIENCE, LOCAL_ISSUER, openLocalIssuer } from '../adapters/jose/local-issuer.ts';
import { createTokenVerifier } from '../adapters/jose/token-verifier.ts';
import { openFileObjectStore } from '../adapters/object-store-fs/object-store.ts';
import { openDataFolder } from '../adapters/sqlite/data-folder.ts';
import { loadOrCreateSecret } from '../adapters/system/secret-file.ts';
import { OBJECTS_PATH } from '../application/planning/reference-plates.ts';
import type { TokenVerifier } from '../ports/token-verifier.ts';
import type { Config } from './config.ts';
import { makeDataFolder } from './make-data-folder.ts';
import type { System } from './system.ts';

/** Opens the stores of `DATA_DIR`; `close` closes them in reverse order. */
export const openEmbedded = async (dataDir: string, system: System, fatal: (error: unknown) => void) => {
  const { clock, ids } = system;
  await makeDataFolder(dataDir);
  const folder = openDataFolder(dataDir, { ...system, fatal });
  await makeDataFolder(join(dataDir, 'keys'));
  const objects = await openFileObjectStore({
    root: join(dataDir, 'objects'),
    base: OBJECTS_PATH.replace(/\/$/, ''),
    signingKey: await loadOrCreateSecret(join(dataDir, 'keys', 'objects.key'), () => ids.bytes(32)),
    clock,
    ids,
  });
  return {
    ...folder,
    objects,
    close: async () => {
      await objects.close();
      await folder.close();
    },
  };
};

export type Embedded = Awaited<ReturnType<typeof openEmbedded>>;

export const openIssuer = async (dataDir: string, { clock }: Pick<System, 'clock'>) => {
  await makeDataFolder(dataDir);
  return openLocalIssuer({
    secret: async (make) => loadOrCreateSecret(join(dataDir, 'keys', 'issuer.jwk'), make),
    clock,
  });
};

/** Tokens of the operator's issuer, or of the local one whose key lives in the data folder. */
export const openVerifier = async (config: Config, { clock, timers }: System): Promise<TokenVerifier> => {
  if (config.issuer !== null) {
    const { jwksUrl, issuer, audience, types } = config.issuer;
    const keys = createKeySource({ load: jwksFromUrl({ url: jwksUrl, timers }), clock });
    return createTokenVerifier({ keys, issuer, audience, types, local: false, clock });
  }
  const { loadJwks } = await openIssuer(config.dataDir, { clock });
  const keys = createKeySource({ load: loadJwks, clock });
  return createTokenVerifier({ keys, issuer: LOCAL_ISSUER, audience: LOCAL_AUDIENCE, local: true, clock });
};
