/** Three nodes under load, the primary killed, paused and started again: nothing acknowledged is lost or goes back. */
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { openMongo, tempDatabase } from '../../contract/mongo/subject.ts';
import { eventually } from '../../support/kernel/eventually.ts';
import { startMongo } from '../../support/servers/mongo.ts';
import { requirePrograms, requireServer } from '../../support/servers/require.ts';
import { type Load, startLoad } from './load.ts';

const READ_MODELS = 2;
/** The subject is what is acknowledged around a change of primaries, not how much. */
const REST_MS = 40;
const PATIENCE_MS = 60_000;

/** Every read model has come 10 batches further. */
const goesOn = async (load: Load): Promise<void> => {
  const before = load.acknowledged();
  await eventually(
    'all writers go on',
    () => load.acknowledged().every((n, index) => n >= (before[index] ?? 0) + 10),
    PATIENCE_MS,
  );
};

if (requirePrograms(test, 'mongodb') !== undefined) {
  test('the primary is killed, the next one paused, and the next one killed', async (t) => {
    const server = await startMongo(t, { nodes: 3 });
    const documents = openMongo(server.url, 'failover');
    const load = await startLoad(documents, READ_MODELS, REST_MS);
    await goesOn(load);

    const killed = await server.primary();
    await server.signal(killed, 'KILL');
    await goesOn(load);
    await server.up(killed);

    const paused = await server.primary();
    await server.signal(paused, 'STOP');
    await goesOn(load);
    await server.signal(paused, 'CONT');
    await wait(2_000);
    await goesOn(load);

    const last = await server.primary();
    await server.signal(last, 'KILL');
    await goesOn(load);
    await server.up(last);
    await goesOn(load);

    t.deepEqual(await load.stop(), []);
    t.log(`${load.acknowledged().join(', ')} batches, ${load.faults()} faults`);
    await documents.close();
  });
}

const url = requireServer(test, 'mongodb');
if (url !== undefined) {
  const until = async (load: Load, what: RegExp): Promise<void> =>
    eventually(String(what), () => load.broken.some((line) => what.test(line)), PATIENCE_MS);

  test('sabotage: documents and checkpoints that do not move together are found', async (t) => {
    const documents = openMongo(url, tempDatabase(t, url), { transactions: 'never' });
    const load = await startLoad(documents, 1);
    await t.notThrowsAsync(until(load, /newer than its checkpoint/));
    await load.stop();
    await documents.close();
  });

  test('sabotage: a write that is acknowledged before it is there is found', async (t) => {
    const documents = openMongo(url, tempDatabase(t, url));
    const hasty: typeof documents = {
      ...documents,
      write: async (...args) => {
        documents.write(...args).catch(() => undefined);
        await wait(1);
      },
    };
    const load = await startLoad(hasty, 1);
    await t.notThrowsAsync(until(load, /acknowledged write is missing/));
    await load.stop();
    await documents.close();
  });
}
