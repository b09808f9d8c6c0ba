/** A file of the data folder that holds no key is named, with the remedy. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { readConfig } from '../../../src/main/config.ts';
import { openSecrets } from '../../../src/main/open-secrets.ts';
import { openStores } from '../../../src/main/open-stores.ts';
import { openIssuer } from '../../../src/main/open-tokens.ts';
import { createSystem } from '../../../src/main/system.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

const system = createSystem({ logLevel: 'silent' });

test('a key of tokens or of addresses that is none is named, and what to do about it', async (t) => {
  for (const [name, content] of [
    ['issuer.jwk', '{"a":1}'],
    ['issuer.jwk', '{"kty":"OKP","crv":"Ed25519","x":"AA","d":"AA"}'],
    ['objects.key', 'short'],
  ] as const) {
    const dataDir = tempFolder(t);
    const path = join(dataDir, 'keys', name);
    await mkdir(join(dataDir, 'keys'));
    await writeFile(path, content);
    const config = readConfig({ DATA_DIR: dataDir });
    const open = async (): Promise<unknown> =>
      name === 'issuer.jwk'
        ? openIssuer(dataDir, system)
        : openStores(config, system, (error) => t.fail(String(error)), 'here');
    const error = await t.throwsAsync(open(), { code: 'corrupt' }, name);
    t.is(
      error?.message,
      `${path} holds no key: put it back from a backup, or move it away so that another one is made`,
    );
  }
});

test('a master key of another length is named, with its page', async (t) => {
  const dataDir = tempFolder(t);
  const path = join(dataDir, 'keys', 'secrets.key');
  await mkdir(join(dataDir, 'keys'));
  await writeFile(path, 'short');
  const error = await t.throwsAsync(openSecrets(readConfig({ DATA_DIR: dataDir }), system.ids), { code: 'corrupt' });
  t.is(
    error?.message,
    `${path} holds no key of 32 bytes: put it back from a backup; infra/runbooks/the-master-key.md tells what to do ` +
      'when it is lost',
  );
});
