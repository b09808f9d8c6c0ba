/** `npm run -s token`: for a service that was started, and for no folder that was mistyped. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { givenService } from '../support/service/real-service.ts';
import { runTool, runToolFor, runToolIn } from '../support/process/run-tool.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

test('a token for a service that runs is let in', async (t) => {
  const { baseUrl, dataDir } = await givenService(t);
  const { status, stdout } = await runTool('token', dataDir, '--sub', 'ann', '--scope', 'read');
  t.is(status, 0);
  const headers = { authorization: `Bearer ${stdout.trim()}` };
  t.is((await fetch(`${baseUrl}/api/v1/projects`, { headers })).status, 200);
});

test('an option whose value is of no use makes no token', async (t) => {
  const folder = tempFolder(t);
  const refused = [
    ['--workspace', 'nope', '--workspace must be the id of a workspace, ws_…'],
    ['--workspace', '', '--workspace must be the id of a workspace, ws_…'],
    ['--scope', 'raed plan', '--scope has raed; there are read, plan, mutate, spend, approve, admin\n'],
    ['--scope', 'all', '--scope has all'],
    ['--ttl', '1.5', '--ttl must be a whole number of seconds, at least 1'],
    ['--ttl', '0', '--ttl must be a whole number of seconds, at least 1'],
    ['--cap', '-1', '--cap must be a whole number of credits'],
    // A blank would be a cap of nothing.
    ['--cap', ' ', '--cap must be a whole number of credits'],
  ] as const;
  const runs = await runToolFor(
    'token',
    refused.map(([option, value]) => [folder, '--sub', 'ann', `${option}=${value}`]),
  );
  for (const [index, [option, , said]] of refused.entries()) {
    t.like(runs[index], { status: 2, stdout: '' }, option);
    t.true(runs[index]?.stderr.includes(said), option);
  }
});

test('where no service has run there is no token, and nothing is made', async (t) => {
  const folder = tempFolder(t);
  const folders = [folder, join(folder, 'mistyped')];
  t.deepEqual(
    await runToolFor(
      'token',
      folders.map((dataDir) => [dataDir, '--sub', 'ann']),
    ),
    folders.map((dataDir) => ({
      status: 1,
      stdout: '',
      stderr:
        `token: no service with an issuer of its own has run on ${dataDir}: ` +
        'start it first (npm start), or let DATA_DIR name its data folder\n',
    })),
  );
  t.false(existsSync(join(folder, 'mistyped')));
  t.false(existsSync(join(folder, 'keys')));
});

test('beside an issuer of the operator there is no token: the service would take none', async (t) => {
  const { dataDir } = await givenService(t);
  const issuer = { JWKS_URL: 'https://a.example/keys', JWT_ISSUER: 'https://a.example', JWT_AUDIENCE: 'films' };
  const { status, stdout, stderr } = await runToolIn('token', dataDir, issuer, '--sub', 'ann');
  t.is(status, 1);
  t.is(stdout, '');
  t.regex(stderr, /^token: JWKS_URL is set/);
});
