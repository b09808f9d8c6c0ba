/**
 * Nothing is asked of an engine that is not in the log, on disk, at that moment (I2): the engine opens the log's file
 * by itself and looks.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { createCommandHandler } from '../../src/application/log/command-handler.ts';
import type { Core } from '../../src/main/core.ts';
import type { EventStore } from '../../src/ports/event-store.ts';
import type { Client } from '../support/http/http-client.ts';
import { FAILS_ONCE, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { givenService } from '../support/service/real-service.ts';
import { expecting, givenGenerated } from '../support/service/storyboard-calls.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

const WANTED = ['TaskDispatched', 'AttemptClaimed'];

/** The events of an attempt in the log's file, for another reader than the service. */
const onDisk = (file: string, attemptKey: string): readonly string[] => {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const found = database.prepare('SELECT type FROM events WHERE instr(data, ?) > 0 ORDER BY seq').all(attemptKey);
    return found.map(({ type }) => String(type));
  } finally {
    database.close();
  }
};

/** A service whose engine refuses what it does not find, and tells what it did not. */
const givenSuspicious = async (t: ExecutionContext, doctor?: (core: Core) => Core) => {
  const dataDir = join(tempFolder(t), 'data');
  const file = join(dataDir, 'log.sqlite');
  const calls: string[] = [];
  const missing: string[] = [];
  const onCall = ({ attemptKey }: { readonly attemptKey: string }): void => {
    calls.push(attemptKey);
    const found = onDisk(file, attemptKey);
    missing.push(...WANTED.filter((type) => !found.includes(type)).map((type) => `${attemptKey}: ${type}`));
  };
  const makers = quickMakers(quickEngine({ onCall }));
  const service = await givenService(t, { dataDir, makers, ...(doctor === undefined ? {} : { doctor }) });
  return { client: await service.client(), calls, missing };
};

const runAJob = async (client: Client): Promise<void> => {
  await givenGenerated(client, ['a quay', `a boat, ${FAILS_ONCE}`, 'a gull', 'a rope']);
};

test('the intent and the claim are on disk before an engine is called', async (t) => {
  const { client, calls, missing } = await givenSuspicious(t);
  await runAJob(client);
  expecting(200, await client.post('image/generate', { prompt: 'a quay' }));
  t.is(calls.length, 4 + 2 + 1);
  t.deepEqual(missing, []);
});

/** Answers claims at once, and writes them a moment later. */
const lazy = (store: EventStore, sleep: (ms: number) => Promise<void>): EventStore => {
  const writing = new Map<string, Promise<unknown>>();
  const written = async (stream: string): Promise<unknown> => writing.get(stream);
  return {
    ...store,
    append: async (stream, expected, events) => {
      await written(stream);
      if (expected === 'none' || !events.every(({ type }) => type === 'AttemptClaimed')) {
        return store.append(stream, expected, events);
      }
      const head = await store.head(stream);
      writing.set(
        stream,
        sleep(100).then(async () => store.append(stream, expected, events)),
      );
      return { revision: expected + events.length, position: head?.position ?? '' };
    },
    head: async (stream) => {
      await written(stream);
      return store.head(stream);
    },
  };
};

test('a service that answers before it has written is found out', async (t) => {
  const { client, calls, missing } = await givenSuspicious(t, (core) => {
    const { timers } = core.system;
    const eventStore = lazy(core.stores.store, async (ms) => timers.sleep(ms));
    const commands = createCommandHandler({ ...core.services, ...core.system, eventStore, codec: core.codec });
    return { ...core, services: { ...core.services, commands } };
  });
  await runAJob(client);
  t.true(calls.length > 0);
  t.true(missing.some((finding) => finding.endsWith('AttemptClaimed')));
});
