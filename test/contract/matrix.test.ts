/** Every adapter of a port runs the contract of that port: an adapter without its line here, or its file, fails. */
import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';

const contracts = import.meta.dirname;
const adapters = join(contracts, '../../src/adapters');

/** Ports with a contract that several adapters share. */
const ports = ['document-store', 'event-feed', 'event-store', 'message-log', 'object-store'] as const;

type Port = (typeof ports)[number];

/** The ports of each adapter; adapters of other ports have unit tests of their own. */
const adaptersOf: Readonly<Record<string, readonly Port[]>> = {
  eventstoredb: ['event-feed', 'event-store'],
  jose: [],
  kafka: ['message-log'],
  'media-probe': [],
  metrics: [],
  mongo: ['document-store'],
  'object-store-fs': ['object-store'],
  'object-store-s3': ['object-store'],
  outbound: [],
  pino: [],
  smtp: [],
  sqlite: ['document-store', 'event-feed', 'event-store', 'message-log'],
  system: [],
  thread: [],
  zip: [],
};

/** Missing tests of existing adapters, as lines to read. */
const missing = (present: readonly string[], has: (path: string) => boolean): string[] =>
  present.flatMap((adapter) => {
    const declared = adaptersOf[adapter];
    if (declared === undefined) return [`src/adapters/${adapter} has no line in the matrix`];
    return declared.map((port) => `${adapter}/${port}.test.ts`).filter((path) => !has(path));
  });

const present = readdirSync(adapters);
const has = (path: string): boolean => existsSync(join(contracts, path));

test('every adapter that is there runs the contracts of its ports', (t) => {
  t.true(present.includes('sqlite'));
  t.deepEqual(missing(present, has), []);
});

test('an adapter without a file, or without a line, is seen', (t) => {
  t.deepEqual(
    missing(present, (path) => path !== 'sqlite/event-feed.test.ts' && has(path)),
    ['sqlite/event-feed.test.ts'],
  );
  t.deepEqual(missing(['cassandra'], has), ['src/adapters/cassandra has no line in the matrix']);
});

test('every port of the matrix has a contract, and every file runs the one that it is named after', async (t) => {
  const files = await readdir(contracts, { recursive: true });
  t.deepEqual(
    files.filter((file) => file.endsWith('.contract.ts')).toSorted(),
    // Engines are no adapters, and run a contract of their own.
    [...ports, 'engine'].map((port) => `${port}.contract.ts`).toSorted(),
  );
  for (const adapter of present) {
    for (const port of adaptersOf[adapter] ?? []) {
      const text = await readFile(join(contracts, adapter, `${port}.test.ts`), 'utf8');
      t.true(text.includes(`/${port}.contract.ts'`), `${adapter}/${port}`);
    }
  }
});
