/** A data folder that cannot be, or a file that holds no key, is named with its remedy. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { makeServiceKey } from '../../../src/adapters/system/service-key.ts';
import { Fault, isFault } from '../../../src/kernel/faults.ts';
import { readConfig } from '../../../src/main/config.ts';
import { makeDataFolder } from '../../../src/main/make-data-folder.ts';
import { openSecrets } from '../../../src/main/open-secrets.ts';
import { openServiceKey } from '../../../src/main/open-service-key.ts';
import { openStores } from '../../../src/main/open-stores.ts';
import { openIssuer } from '../../../src/main/open-tokens.ts';
import { createSystem } from '../../../src/main/system.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

const system = createSystem({ logLevel: 'silent' });

const givenKey = async (t: ExecutionContext, name: string, content: string) => {
  const dataDir = tempFolder(t);
  const path = join(dataDir, 'keys', name);
  await mkdir(join(dataDir, 'keys'));
  await writeFile(path, content);
  return { dataDir, path };
};

test('a key of tokens or of addresses that is none is named, and what to do about it', async (t) => {
  for (const [name, content] of [
    ['issuer.jwk', '{"a":1}'],
    ['issuer.jwk', '{"kty":"OKP","crv":"Ed25519","x":"AA","d":"AA"}'],
    ['objects.key', 'short'],
  ] as const) {
    const { dataDir, path } = await givenKey(t, name, content);
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
  const { dataDir, path } = await givenKey(t, 'secrets.key', 'short');
  const error = await t.throwsAsync(openSecrets(readConfig({ DATA_DIR: dataDir }), system.ids), { code: 'corrupt' });
  t.is(
    error?.message,
    `${path} holds no key of 32 bytes: put it back from a backup; infra/runbooks/the-master-key.md tells what to do ` +
      'when it is lost',
  );
});

test('the first process makes the key of the service with its folder, and the others read it', async (t) => {
  const serviceKeyFile = join(tempFolder(t), 'keys', 'service.jwk');
  const { keyId } = await openServiceKey({ serviceKeyFile });
  t.is((await openServiceKey({ serviceKeyFile })).keyId, keyId);
});

test('a key of the service that cannot be used is named with its variable and the reason', async (t) => {
  const folder = tempFolder(t);
  const whole = Buffer.from(makeServiceKey()).toString();
  const files = {
    empty: '',
    other: '{"kty":"RSA"}',
    torn: whole.slice(0, 60),
    twisted: JSON.stringify({ ...(JSON.parse(whole) as object), d: 'AA' }),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  for (const [path, code, why] of [
    ['/proc/x/y', 'unavailable', /the folder \/proc\/x cannot be made: it is not there, and no file can be made there/],
    [folder, 'unavailable', /cannot be used: it is a folder/],
    [join(folder, 'empty', 'key'), 'unavailable', /a file is where a folder should be/],
    [join(folder, 'empty'), 'corrupt', /is empty: put it back from a backup/],
    [join(folder, 'other'), 'corrupt', /holds no Ed25519 key/],
    [join(folder, 'torn'), 'corrupt', /holds no Ed25519 key/],
    [join(folder, 'twisted'), 'corrupt', /holds no Ed25519 key/],
  ] as const) {
    const error = await t.throwsAsync(openServiceKey({ serviceKeyFile: path }), undefined, path);
    t.true(isFault(error, code), path);
    t.true(error.message.startsWith(`SERVICE_KEY_FILE="${path}" is no key of the service: `), error.message);
    t.regex(error.message, why);
    t.regex(error.message, /infra\/runbooks\/the-key-of-the-service\.md/);
    t.notRegex(error.message, /DATA_DIR="/);
  }
  t.is(await readFile(join(folder, 'empty'), 'utf8'), '', 'nothing was written over it');
});

test('a data folder is made with what is missing above it, and may be repeated', (t) => {
  const path = join(tempFolder(t), 'a', 'b', 'c');
  makeDataFolder(path);
  makeDataFolder(path);
  t.true(existsSync(path));
});

test('a place where no folder can be is said, and the making returns', (t) => {
  // On Linux a recursive mkdir below /proc never returns.
  const error = t.throws(() => makeDataFolder('/proc/nope/data'), { instanceOf: Fault });
  t.is(error?.code, 'unavailable');
});

test('a file where the data folder should be, or above it, is said', async (t) => {
  const file = join(tempFolder(t), 'data');
  await writeFile(file, '');
  for (const path of [file, join(file, 'below')]) {
    const why = 'a file is where a folder should be; choose another DATA_DIR';
    const message = `the data folder ${path} cannot be made: ${why}`;
    t.throws(() => makeDataFolder(path), { instanceOf: Fault, message });
  }
});
