/** Clusters of three, each node behind a proxy of its own. Its clients and the other nodes reach it through that. */
import type { ExecutionContext } from 'ava';
import { MongoClient } from 'mongodb';
import { freePort } from '../../../infra/tooling/free-ports.ts';
import { kafkaPort } from '../../../infra/tooling/kafka-folder.ts';
import { servers } from '../../../infra/tooling/server-programs.ts';
import { eventually } from '../kernel/eventually.ts';
import type { Cluster } from './cluster.ts';
import { startKafka } from './kafka.ts';
import { type MongoCluster, startMongo } from './mongo.ts';
import type { Proxy, Toxiproxy } from './toxiproxy.ts';

const NODES = [1, 2, 3] as const;
const PATIENCE_MS = 60_000;

export type Proxied = {
  /** As clients reach it: through the proxies. */
  readonly url: string;
  /** Of each node; they count from 1. */
  readonly proxyOf: (node: number) => Proxy;
};

const proxies = async (toxiproxy: Toxiproxy, portOf: (node: number) => number): Promise<readonly Proxy[]> => {
  const all: Proxy[] = [];
  for (const node of NODES) all.push(await toxiproxy.proxy(`127.0.0.1:${portOf(node)}`));
  return all;
};

const at = (all: readonly Proxy[], node: number): Proxy => {
  const proxy = all[node - 1];
  if (proxy === undefined) throw new Error(`there is no node ${node}`);
  return proxy;
};

const listOf = (all: readonly Proxy[]): string => all.map(({ listen }) => listen).join(',');

/** Brokers name the proxies' addresses to clients, and to each other. */
export const startProxiedKafka = async (t: ExecutionContext, toxiproxy: Toxiproxy): Promise<Cluster & Proxied> => {
  const port = await freePort(servers.kafka.ports(NODES.length));
  const all = await proxies(toxiproxy, (node) => kafkaPort(port, node));
  const advertised = (node: number): string => at(all, node).listen;
  const kafka = await startKafka(t, { nodes: NODES.length, port, advertised });
  return Object.freeze({ ...kafka, url: listOf(all), proxyOf: (node: number) => at(all, node) });
};

type Member = Readonly<Record<string, unknown>> & { readonly host: string };
type Config = Readonly<Record<string, unknown>> & { readonly version: number; readonly members: readonly Member[] };

/** Members find each other, and clients find them, by the addresses in the set's configuration. */
export const startProxiedMongo = async (t: ExecutionContext, toxiproxy: Toxiproxy): Promise<MongoCluster & Proxied> => {
  const mongo = await startMongo(t, { nodes: NODES.length });
  const all = await proxies(toxiproxy, (node) => mongo.port + node - 1);
  const client = new MongoClient(mongo.url);
  try {
    const admin = client.db('admin');
    const { config } = (await admin.command({ replSetGetConfig: 1 })) as unknown as { config: Config };
    const members = config.members.map((member, index) => ({ ...member, host: at(all, index + 1).listen }));
    await admin.command({ replSetReconfig: { ...config, version: config.version + 1, members }, force: true });
  } finally {
    await client.close();
  }
  const set = new URL(mongo.url.replace(/,[^/]*/, '')).searchParams.get('replicaSet');
  const url = `mongodb://${listOf(all)}/?replicaSet=${set}`;
  await eventually(
    'the set has a primary again',
    async () => {
      const asked = new MongoClient(url, { serverSelectionTimeoutMS: 2_000 });
      try {
        await asked.db('admin').command({ ping: 1 });
        return true;
      } catch {
        // No leader is elected yet.
        return false;
      } finally {
        await asked.close();
      }
    },
    PATIENCE_MS,
  );
  return Object.freeze({ ...mongo, url, proxyOf: (node: number) => at(all, node) });
};
