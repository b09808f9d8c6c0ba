/** The key that seals the log: one for all processes of a service, made by the first of them. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeServiceKey, signerOf } from '../adapters/system/service-key.ts';
import { loadOrCreateSecret } from '../adapters/system/load-or-create-secret.ts';
import { makeFolder } from '../adapters/system/make-folder.ts';
import type { Signer } from '../ports/signer.ts';
import type { Config } from './config.ts';
import { fileTrouble } from '../kernel/disk-fault.ts';
import { Fault, isFault } from '../kernel/faults.ts';

type KeyConfig = Pick<Config, 'serviceKeyFile'>;

/** Faults: `unavailable` (the file cannot be used), `corrupt` (it holds no key). */
export const openServiceKey = async ({ serviceKeyFile }: KeyConfig): Promise<Signer> => {
  const folder = dirname(serviceKeyFile);
  try {
    makeFolder(folder, 0o700);
    return signerOf(await loadOrCreateSecret(serviceKeyFile, makeServiceKey));
  } catch (error) {
    const why = isFault(error) ? error.message : `the folder ${folder} cannot be made: ${fileTrouble(error)}`;
    const code = isFault(error, 'corrupt') ? 'corrupt' : 'unavailable';
    const message = `SERVICE_KEY_FILE=${JSON.stringify(serviceKeyFile)} is no key of the service: ${why}. ${REMEDY}`;
    throw new Fault(code, message, { cause: error });
  }
};

const REMEDY =
  'Name the file that all processes of the service use (in DATA_DIR unless set); ' +
  'infra/runbooks/the-key-of-the-service.md tells what to do when it is lost';

/** For readers: no key is made, and without one nothing was signed by it. */
export const findServiceKey = async (config: KeyConfig): Promise<Pick<Signer, 'keyId' | 'holds'>> =>
  existsSync(config.serviceKeyFile) ? openServiceKey(config) : { keyId: 'none', holds: () => false };
