/** Servers of a test's own, whose nodes it may kill, stop for a while, and start again. */
import { connect } from 'node:net';
import { once } from 'node:events';
import { type ServerName, servers, type StartOptions, startServer } from '../../../infra/tooling/server-programs.ts';
import { eventually } from '../kernel/eventually.ts';
import type { Owner } from '../process/of-file.ts';
import { programsFolder } from './require.ts';

export type NodeSignal = 'KILL' | 'STOP' | 'CONT' | 'TERM';

export type Cluster = {
  /** Bootstrap servers, connection string or endpoint, of all nodes. */
  readonly url: string;
  /** Of the first node. */
  readonly port: number;
  /** Configuration, data and logs. */
  readonly folder: string;
  /** Nodes count from 1. Ends after KILL when the node is gone, after others at once. */
  readonly signal: (node: number, signal: NodeSignal) => Promise<void>;
  /** Starts a node that is gone; ends when it takes connections. */
  readonly up: (node: number) => Promise<void>;
  /** Kills what is left and removes the folder; a teardown of the test does so too. */
  readonly stop: () => Promise<void>;
};

/** For servers of several nodes: `startKafka` and `startMongo` beside this. */
export const startCluster = async (
  t: Owner,
  name: Exclude<ServerName, 's3'>,
  options: StartOptions,
): Promise<Cluster & { readonly run: (verb: string, ...args: readonly string[]) => Promise<string> }> => {
  const { url, port, folder, run, stop } = await startServer(programsFolder(), name, options);
  t.teardown(stop);
  return Object.freeze({
    url,
    port,
    folder,
    run,
    stop,
    signal: async (node: number, signal: NodeSignal) => {
      await run('signal', String(node), signal);
    },
    up: async (node: number) => {
      const nodePort = port + (servers[name].ports(node).at(AT_NODE[name]) ?? 0);
      try {
        await run('up', String(node));
      } catch (error) {
        // The program waits for a minute. A slow machine may need more for a node with hundreds of partitions.
        await eventually('a node that starts takes connections', async () => takesConnections(nodePort), SLOW_START_MS);
        t.log(`node ${node} took more than a minute: ${String(error).slice(0, 200)}`);
      }
    },
  });
};

const SLOW_START_MS = 120_000;

/** The place of a node's own port, from the end of the ports of all nodes up to it. */
const AT_NODE = { kafka: -2, mongodb: -1 } as const;

/** Rejects with the reason when it does not. */
export const takesConnections = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } finally {
    socket.destroy();
  }
};
