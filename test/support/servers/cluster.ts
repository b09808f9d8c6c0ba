/** Servers of a test's own, whose nodes it may kill, stop for a while, and start again. */
import type { ExecutionContext } from 'ava';
import { type ServerName, type StartOptions, startServer } from '../../../infra/tooling/server-programs.ts';
import { programsFolder } from './programs.ts';

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
  t: ExecutionContext,
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
      await run('up', String(node));
    },
  });
};
