/** The master key of users' secrets: as it is given, or in a file of the data folder that the first process makes. */
import { join } from 'node:path';
import { createSecrets, MASTER_KEY_BYTES } from '../adapters/system/create-secrets.ts';
import { loadOrCreateSecret } from '../adapters/system/load-or-create-secret.ts';
import { Fault } from '../kernel/faults.ts';
import type { Ids } from '../ports/basics.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Config } from './config.ts';
import { makeDataFolder } from './make-data-folder.ts';

type SecretsOptions = Pick<Config, 'dataDir' | 'secrets'>;

/** Faults: `unavailable`, the file cannot be used; `corrupt`, it holds no key. */
export const openSecrets = async (
  { dataDir, secrets: { key, earlier } }: SecretsOptions,
  ids: Pick<Ids, 'bytes'>,
): Promise<Secrets> => createSecrets(key ?? (await fileKey(join(dataDir, 'keys'), ids)), earlier);

const fileKey = async (folder: string, ids: Pick<Ids, 'bytes'>): Promise<Uint8Array> => {
  makeDataFolder(folder);
  const path = join(folder, 'secrets.key');
  const bytes = await loadOrCreateSecret(path, () => ids.bytes(MASTER_KEY_BYTES));
  if (bytes.byteLength === MASTER_KEY_BYTES) return bytes;
  const remedy = 'infra/runbooks/the-master-key.md tells what to do when it is lost';
  throw new Fault('corrupt', `${path} holds no key of ${MASTER_KEY_BYTES} bytes: put it back from a backup; ${remedy}`);
};
