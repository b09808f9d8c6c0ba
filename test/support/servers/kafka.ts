/** Kafka brokers of a test's own. */
import { type Cluster, type Owner, startCluster } from './cluster.ts';

export type KafkaOptions = {
  readonly nodes?: number;
  /** To know it before the start, for an advertised listener: `freePort` of infra/tooling/free-ports.ts. */
  readonly port?: number;
  /** Lines for the `server.properties` of all nodes, e.g. `advertised.listeners=PLAINTEXT://…` of a proxy. */
  readonly extra?: readonly string[];
};

/** `url` is the list of bootstrap servers. Node `n` listens on `port + 10 * (n - 1)`, its controller on the next. */
export const startKafka = async (t: Owner, { nodes = 1, port, extra = [] }: KafkaOptions = {}): Promise<Cluster> => {
  const env = { KAFKA_EXTRA: extra.join('\n') };
  const { run: _, ...cluster } = await startCluster(t, 'kafka', { nodes, env, ...(port !== undefined && { port }) });
  return Object.freeze(cluster);
};
