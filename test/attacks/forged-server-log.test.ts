/**
 * The same on a log server: an attacker with write access to EventStoreDB, or to its files, and to nothing else. The
 * server is the double, as no program of it can be had; read models and messages are embedded.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { openStores } from '../../src/main/open-stores.ts';
import { readConfig } from '../../src/main/config.ts';
import { createSystem } from '../../src/main/system.ts';
import { chainHash, GENESIS, withHash } from '../../src/schema/hash-chain.ts';
import { attackRounds } from '../support/attacks/attack-rounds.ts';
import { forgedEpoch } from '../support/audit/forge.ts';
import { spawnEventStoreDouble } from '../support/event-store-double/spawn.ts';
import { givenService, type RealService, type RealServiceOptions } from '../support/service/real-service.ts';
import { creditsOf, givenGenerated } from '../support/service/storyboard-calls.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { createSigner } from '../support/log/test-signer.ts';
import { untilNothingIsOwed } from '../support/log/whole-log.ts';

type Env = Readonly<Record<string, string>>;

type Attack = {
  readonly attack: (server: { readonly env: Env; readonly file: string; readonly dataDir: string }) => Promise<void>;
  /** On files that no process has open. */
  readonly atRest: boolean;
  readonly found: RegExp;
};

/** With the rights of a client of the server, and a key of the attacker's own. */
const appendEpoch: Attack['attack'] = async ({ env, dataDir }) => {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
  const stores = await openStores(config, createSystem(config), () => undefined);
  await stores.store.append('system-log', 'none', [forgedEpoch(createSigner())]);
  await stores.close();
};

type Row = { position: number; revision: number; id: string; type: string; data: Uint8Array; metadata: Uint8Array };

/** The first grant of the log is another one's, and its stream is chained anew. */
const rewriteLedger: Attack['attack'] = async ({ file }) => {
  const database = new DatabaseSync(file);
  const { stream } = database.prepare("SELECT stream FROM records WHERE type = 'CreditsGranted'").get() as {
    stream: string;
  };
  const records = database.prepare('SELECT * FROM records WHERE stream = ? ORDER BY revision').all(stream);
  const update = database.prepare('UPDATE records SET metadata = ? WHERE position = ?');
  let hash = GENESIS;
  for (const { position, metadata, data, ...record } of records as unknown as Row[]) {
    const rest = Buffer.from(metadata)
      .toString()
      .slice(withHash(GENESIS, '').length)
      .replace('"actor":"', '"actor":"x');
    hash = chainHash(hash, { ...record, stream, data: Buffer.from(data).toString() }, rest);
    update.run(Buffer.from(withHash(hash, rest)), position);
  }
  database.close();
  await Promise.resolve();
};

const cutEnd: Attack['attack'] = async ({ file }) => {
  const database = new DatabaseSync(file);
  database.exec('DELETE FROM records WHERE position IN (SELECT position FROM records ORDER BY position DESC LIMIT 5)');
  database.close();
  await Promise.resolve();
};

const attacks: Readonly<Record<string, Attack>> = {
  'an epoch that a client of the server appends': {
    attack: appendEpoch,
    atRest: false,
    found: /is not signed with the key of this service/,
  },
  'a ledger written anew in its files': { attack: rewriteLedger, atRest: true, found: /not the one that was sealed/ },
  'the end cut off its files': { attack: cutEnd, atRest: true, found: /^the log ends at .* has seen it at/ },
};

/** A service that was used and stopped, on a log server that goes on. */
const givenLeft = async (t: ExecutionContext) => {
  const folder = tempFolder(t);
  const [dataDir, file] = [join(folder, 'data'), join(folder, 'server.sqlite')];
  const server = await spawnEventStoreDouble(t, { data: file });
  const env = { EVENTSTOREDB_URL: server.url };
  const service = await givenService(t, { dataDir, env });
  const client = await service.client();
  await givenGenerated(client, ['a quay']);
  await untilNothingIsOwed(service.core);
  await service.stop();
  return { server, env, dataDir, file };
};

/** A start that finds the server silent refuses nothing yet; on a busy machine it is made again. */
const startAgain = async (t: ExecutionContext, left: RealServiceOptions): Promise<RealService> => {
  const service = await givenService(t, left);
  if (service.core.patience.now) return service;
  await service.stop();
  return startAgain(t, left);
};

test('any change of a server’s log alone is refused by name at the next start', async (t) => {
  await attackRounds(t, attacks, async ({ attack, atRest, found }, { name }) => {
    const { server, ...left } = await givenLeft(t);
    if (atRest) await server.kill();
    await attack(left);
    if (atRest) await server.start();
    await t.throwsAsync(startAgain(t, left), { code: 'corrupt', message: found }, name);
    await server.kill();
  });
});

test('an untouched log is taken again', async (t) => {
  const { dataDir, env } = await givenLeft(t);
  const service = await givenService(t, { dataDir, env });
  t.like(await creditsOf(await service.client()), { total: 499, held: 0 });
  await service.stop();
});
