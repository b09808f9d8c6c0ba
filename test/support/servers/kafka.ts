/** Kafka brokers of a test's own. */
import { emptyNode } from '../../../infra/tooling/kafka-folder.ts';
import type { StartOptions } from '../../../infra/tooling/server-programs.ts';
import type { Owner } from '../process/of-file.ts';
import { type Cluster, startCluster } from './cluster.ts';

export type KafkaCluster = Cluster & {
  /** A node that is gone has no data any more, as another one that is new. */
  readonly empty: (node: number) => void;
};

/** `url` is the list of bootstrap servers. Node `n` listens on `port + 10 * (n - 1)`, its controller on the next. */
export const startKafka = async (t: Owner, options: StartOptions = {}): Promise<KafkaCluster> => {
  const { run: _, ...cluster } = await startCluster(t, 'kafka', options);
  return Object.freeze({ ...cluster, empty: (node: number) => emptyNode(cluster.folder, node) });
};
