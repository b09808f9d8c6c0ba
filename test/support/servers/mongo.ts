/** A MongoDB replica set of a test's own. */
import type { Owner } from '../process/of-file.ts';
import { type Cluster, startCluster } from './cluster.ts';

export type MongoCluster = Cluster & {
  /** The node that is the primary now; rejects when none is. */
  readonly primary: () => Promise<number>;
};

/** `url` is the connection string. Node `n` listens on `port + n - 1`. */
export const startMongo = async (
  t: Owner,
  { nodes = 1, port }: { readonly nodes?: number; readonly port?: number } = {},
): Promise<MongoCluster> => {
  const { run, ...cluster } = await startCluster(t, 'mongodb', { nodes, ...(port !== undefined && { port }) });
  return Object.freeze({ ...cluster, primary: async () => Number(await run('primary')) });
};
