/** A single node of MongoDB that is no member of a replica set, from the programs' own `mongod`. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestFn } from 'ava';
import { freePort } from '../../../infra/tooling/free-ports.ts';
import { keepFolder } from '../../../infra/tooling/keeper.ts';
import { eventually } from '../../support/kernel/eventually.ts';
import { takesConnections } from '../../support/servers/cluster.ts';

export type Standalone = { readonly url: string; readonly stop: () => Promise<void> };

/** The folder of the `mongod` beside the script of the programs; without it one test says so. */
export const standaloneHome = (test: TestFn, programs: string): string | undefined => {
  const home = join(programs, 'mongodb');
  if (existsSync(join(home, 'mongod'))) return home;
  test('the contract on a single node', (t) => {
    t.log('NOT CHECKED: a single node cannot be started; there is no mongodb/mongod in SERVER_PROGRAMS');
    t.pass();
  });
  return undefined;
};

export const startStandalone = async (home: string): Promise<Standalone> => {
  const { folder, stop } = keepFolder();
  const port = await freePort();
  const data = join(folder, 'data');
  await mkdir(data);
  const child = spawn(
    join(home, 'mongod'),
    ['--dbpath', data, '--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket']
      .concat(['--wiredTigerCacheSizeGB', '0.25'])
      .concat(['--setParameter', 'diagnosticDataCollectionEnabled=false']),
    { env: { LD_LIBRARY_PATH: join(home, 'lib') }, stdio: 'ignore' },
  );
  await writeFile(join(folder, 'pid'), String(child.pid));
  await eventually('the node takes connections', async () => takesConnections(port), 60_000);
  return { url: `mongodb://127.0.0.1:${port}/`, stop };
};
