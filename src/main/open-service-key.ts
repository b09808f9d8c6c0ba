/** The key that seals the log: one for all processes of a service, made by the first of them. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeServiceKey, signerOf } from '../adapters/system/service-key.ts';
import { loadOrCreateSecret } from '../adapters/system/load-or-create-secret.ts';
import type { Signer } from '../ports/signer.ts';
import type { Config } from './config.ts';
import { makeDataFolder } from './make-data-folder.ts';

type KeyConfig = Pick<Config, 'serviceKeyFile'>;

/** Faults: `unavailable` (the file cannot be used), `corrupt` (it holds no key). */
export const openServiceKey = async ({ serviceKeyFile }: KeyConfig): Promise<Signer> => {
  await makeDataFolder(dirname(serviceKeyFile));
  return signerOf(await loadOrCreateSecret(serviceKeyFile, makeServiceKey));
};

/** For readers: no key is made, and without one nothing was signed by it. */
export const findServiceKey = async (config: KeyConfig): Promise<Pick<Signer, 'keyId' | 'holds'>> =>
  existsSync(config.serviceKeyFile) ? openServiceKey(config) : { keyId: 'none', holds: () => false };
