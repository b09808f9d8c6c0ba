/**
 * The servers that a row needs: those of `MONGODB_URL` and `KAFKA_BROKERS`, else started from `SERVER_PROGRAMS` and
 * stopped again. A row whose servers are nowhere says that it was not run. The log of a row that needs EventStoreDB is
 * in a double, in a process of its own. `EVENTSTOREDB_URL` names a real one.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { hasProgram, type ServerName, servers, startServer } from '../../../infra/tooling/server-programs.ts';
import { spawnEventStoreDouble } from '../../support/event-store-double/spawn.ts';
import type { NotRun, Result } from './measure.ts';

type Outcomes = readonly (Result | NotRun)[];
type Urls<N extends ServerName> = Readonly<Record<N, string>>;

/** `what`: the line that says so when they are not there. */
export const withServers = async <N extends ServerName>(
  what: string,
  names: readonly N[],
  work: (urls: Urls<N>) => Promise<Outcomes>,
): Promise<Outcomes> => {
  const programs = process.env['SERVER_PROGRAMS'];
  const missing = names.filter((name) => givenUrl(name) === undefined && !hasProgram(programs, name));
  if (missing.length > 0) return [{ what, notRun: missing.map(howToBring).join('; ') }];
  const stops: (() => Promise<void>)[] = [];
  const urlOf = async (name: N): Promise<readonly [N, string]> => {
    const given = givenUrl(name);
    if (given !== undefined) return [name, given];
    const { url, stop } = await startServer(programs as string, name); // It is not missing, so it is there.
    stops.push(stop);
    return [name, url];
  };
  try {
    const urls = await Promise.all(names.map(urlOf));
    return await work(Object.fromEntries(urls) as Urls<N>);
  } finally {
    await Promise.all(stops.map(async (stop) => stop()));
  }
};

const givenUrl = (name: ServerName): string | undefined => {
  const given = process.env[servers[name].variable];
  return given === '' ? undefined : given;
};

const howToBring = (name: ServerName): string => `needs ${name}: set ${servers[name].variable} or SERVER_PROGRAMS`;

export type EventStoreAt = {
  readonly url: string;
  /** Goes into each result: a double is no measurement. */
  readonly caveat: Pick<Result, 'caveat'>;
};

/** The streams of one run alone, in a log that holds other work: also what a run that crashed has left there. */
export const ownPrefix = (): string => `bench.${randomUUID().slice(0, 8)}.`;

/** `folder`: where a double keeps its log. */
export const withEventStore = async <T>(folder: string, work: (at: EventStoreAt) => Promise<T>): Promise<T> => {
  const given = process.env['EVENTSTOREDB_URL'] ?? '';
  if (given !== '') return work({ url: given, caveat: {} });
  const closes: (() => Promise<void>)[] = [];
  try {
    const scope = { teardown: (close: () => Promise<void>) => void closes.push(close) };
    const { url } = await spawnEventStoreDouble(scope, { data: join(folder, 'double.sqlite') });
    return await work({ url, caveat: { caveat: 'double, not a measurement' } });
  } finally {
    for (const close of closes) await close();
  }
};
