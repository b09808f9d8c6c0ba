/** A file that cannot hold the key of the service is named, with its variable, its trouble and the remedy. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { makeServiceKey } from '../../../src/adapters/system/service-key.ts';
import { isFault } from '../../../src/kernel/faults.ts';
import { openServiceKey } from '../../../src/main/open-service-key.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

test('the first process makes the file with its folder, and the others read it', async (t) => {
  const serviceKeyFile = join(tempFolder(t), 'keys', 'service.jwk');
  const { keyId } = await openServiceKey({ serviceKeyFile });
  t.is((await openServiceKey({ serviceKeyFile })).keyId, keyId);
});

test('a file that cannot be used is named with its variable and the reason', async (t) => {
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
