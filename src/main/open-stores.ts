/**
 * Where everything is kept: the embedded default, and a server in the place of each part whose address is given. The
 * clients of servers are loaded only then: a studio on one machine pays nothing for them.
 */
import { join } from 'node:path';
import { openFileObjectStore } from '../adapters/object-store-fs/object-store.ts';
import { SIGNING_KEY_BYTES_MIN } from '../adapters/object-store-fs/url-signer.ts';
import { type DataFolder, type KeptElsewhere, openDataFolder } from '../adapters/sqlite/data-folder.ts';
import { loadOrCreateSecret, notAKey } from '../adapters/system/load-or-create-secret.ts';
import { isFault } from '../kernel/faults.ts';
import { topicSettings } from '../kernel/topics.ts';
import { OBJECTS_PATH } from '../application/projects/reference-plates.ts';
import type { EventPublisher } from '../ports/event-publisher.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { SignedObjects } from '../ports/signed-objects.ts';
import { ConfigError } from './config-values.ts';
import type { Config } from './config.ts';
import { makeDataFolder } from './make-data-folder.ts';
import { categories, ownEvents } from './own-events.ts';
import type { System } from './system.ts';

export type ServerName = 'eventstoredb' | 'mongodb' | 'kafka' | 's3';

/** A server that this process depends on. */
export type Server = {
  readonly name: ServerName;
  /** Fault `unavailable` while it does not answer. */
  readonly ping: () => Promise<void>;
};

/** The stores of events: the log, the read models, the messages. */
export type EventStores = DataFolder & {
  /** Where the relay publishes; null while messages are a view over the feed. */
  readonly publisher: EventPublisher | null;
  readonly servers: readonly Server[];
};

export type Objects = {
  readonly objects: ObjectStore;
  /** The other end of signed addresses; null when the store has one of its own. */
  readonly signedObjects: SignedObjects | null;
  /** Removes drafts of crashed writers; null where writers leave none. */
  readonly sweep: ((ageMaxMs: number, signal: AbortSignal) => Promise<number>) | null;
};

export type Stores = EventStores & Objects;

/** The writers of the embedded files: on threads of their own, as in any service, or on that of the caller. */
export type Writers = 'threads' | 'here';

export type StoresConfig = Pick<Config, 'dataDir' | 'servers' | 'hostName'>;

/**
 * Opens all of it; `close` closes in reverse order. A server that is down is no error: calls to it fail until it is
 * back. Faults: those of the embedded stores.
 */
export const openStores = async (
  config: StoresConfig,
  system: System,
  fatal: (error: unknown) => void,
  writers?: Writers,
): Promise<Stores> => {
  makeDataFolder(config.dataDir);
  const events = await openEventStores(config, system, fatal, writers);
  const { servers, ...objects } = await openObjects(config, system).catch(async (error: unknown) => {
    await events.close();
    throw error;
  });
  return {
    ...events,
    ...objects,
    servers: [...events.servers, ...servers],
    close: async () => {
      await objects.objects.close();
      await events.close();
    },
  };
};

/** For tools that need no objects. The folder must be there, unless servers keep everything. */
export const openEventStores = async (
  { servers, dataDir, hostName }: StoresConfig,
  system: System,
  fatal: (error: unknown) => void,
  writers: Writers = 'threads',
): Promise<EventStores> => {
  const opened: Closeable[] = [];
  const openIf = async <G, T extends Closeable>(given: G | null, open: (given: G) => Promise<T>) =>
    given === null ? undefined : attempt(async () => open(given), opened);
  const log = await openIf(servers.eventStoreDb, async (given) => openEventStoreDb(given, system));
  const documents = await openIf(servers.mongoDb, async (given) => openMongoDb(given, system));
  const kafka = await openIf(servers.kafka, async (given) => openKafka(given, hostName, system));
  const elsewhere: KeptElsewhere = {
    ...(log === undefined ? {} : { log }),
    ...(documents === undefined ? {} : { documents }),
    ...(kafka === undefined ? {} : { messages: kafka.messages }),
  };
  const embedded = {
    ...system,
    turns: system.readModelTurns,
    fatal,
    ...(writers === 'threads' && { writerScript: STORAGE_WORKER }),
  };
  const folder = await attempt(async () => openDataFolder(dataDir, embedded, elsewhere), opened);
  const pings: readonly (Server | undefined)[] = [
    log && { name: 'eventstoredb', ping: async () => log.ping() },
    documents && { name: 'mongodb', ping: async () => documents.ping() },
    kafka && { name: 'kafka', ping: async () => kafka.ping() },
  ];
  return {
    ...folder,
    publisher: kafka?.publisher ?? null,
    servers: pings.filter((one) => one !== undefined),
    close: async () => {
      await folder.close();
      await kafka?.close();
    },
  };
};

type Closeable = { readonly close: () => Promise<void> };

/** A failed opening closes the stores that were opened before it. */
const attempt = async <T extends Closeable>(open: () => Promise<T>, opened: Closeable[]): Promise<T> => {
  try {
    const part = await open();
    opened.push(part);
    return part;
  } catch (error) {
    await Promise.allSettled(opened.map(async (one) => one.close()));
    throw error;
  }
};

const STORAGE_WORKER = new URL('./storage-worker.ts', import.meta.url);
const EVENT_STORE_WORKER = new URL('./event-store-worker.ts', import.meta.url);

type Given<K extends keyof Config['servers']> = NonNullable<Config['servers'][K]>;

/** A client that cannot read its address names the variable. */
const reading = async <T>(variable: string, open: () => Promise<T> | T): Promise<T> => {
  try {
    return await open();
  } catch (error) {
    if (isFault(error) && !error.retriable) throw new ConfigError(variable, '…', error.message);
    throw error;
  }
};

const openEventStoreDb = async (server: Given<'eventStoreDb'>, system: System) => {
  const adapter = await import('../adapters/eventstoredb/open-event-store-db.ts');
  const { startCallsThread } = await import('../adapters/eventstoredb/start-calls-thread.ts');
  const options = { ...system, script: EVENT_STORE_WORKER };
  const calls = await reading('EVENTSTOREDB_URL', async () => startCallsThread(server, options));
  const log = adapter.openEventStoreDb({ ...system, calls });
  return { ...log, feed: ownEvents(log.feed) };
};

/** Connects when it is first asked. */
export const openMongoDb = async (server: Given<'mongoDb'>, system: System) => {
  const adapter = await import('../adapters/mongo/open-document-store.ts');
  return reading('MONGODB_URL', () =>
    adapter.openMongoDocuments({ ...server, ...system, turns: system.readModelTurns }),
  );
};

/** The same. */
export const openKafka = async (server: Given<'kafka'>, hostName: string, system: System) => {
  const adapter = await import('../adapters/kafka/open-kafka.ts');
  return adapter.openKafka({
    brokers: server.brokers,
    topicPrefix: server.prefix,
    clientId: `production-intelligence@${hostName}`,
    topics: topicSettings(categories),
    ...system,
  });
};

/** Those of tools that look at them: nothing is signed, so no key is made. */
export const openObjectsToLookAt = async ({ servers, dataDir }: StoresConfig, system: System): Promise<ObjectStore> =>
  servers.s3 === null
    ? openFiles(dataDir, system, system.ids.bytes(32))
    : (await import('../adapters/object-store-s3/open-object-store.ts')).openS3ObjectStore({
        ...servers.s3,
        ...system,
      });

const openFiles = async (dataDir: string, { clock, ids, turns }: System, signingKey: Uint8Array) =>
  openFileObjectStore({
    root: join(dataDir, 'objects'),
    base: OBJECTS_PATH.replace(/\/$/, ''),
    signingKey,
    clock,
    ids,
    turns,
  });

const openObjects = async (
  { servers, dataDir }: StoresConfig,
  system: System,
): Promise<Objects & { readonly servers: readonly Server[] }> => {
  const { ids } = system;
  if (servers.s3 !== null) {
    const adapter = await import('../adapters/object-store-s3/open-object-store.ts');
    const objects = adapter.openS3ObjectStore({ ...servers.s3, ...system });
    return { objects, signedObjects: null, sweep: null, servers: [{ name: 's3', ping: async () => objects.ping() }] };
  }
  makeDataFolder(join(dataDir, 'keys'));
  const path = join(dataDir, 'keys', 'objects.key');
  const signingKey = await loadOrCreateSecret(path, () => ids.bytes(SIGNING_KEY_BYTES_MIN));
  if (signingKey.byteLength < SIGNING_KEY_BYTES_MIN) throw notAKey(path);
  const files = await openFiles(dataDir, system, signingKey);
  return { objects: files, signedObjects: files, sweep: async (age, signal) => files.sweep(age, signal), servers: [] };
};
