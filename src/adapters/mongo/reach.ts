/**
 * Whether the server can be reached, and its features.
 *
 * The driver watches the nodes once it has connected. Before that, and after a failed first attempt, it does not, and
 * would stay on its closed connection for ever. So connecting is asked for here, again with each call until it works.
 * After `limits.mongoSelectMs` without a primary, calls fail at once instead of waiting as long again. So a service
 * that works without documents keeps its speed.
 */
import type { MongoClient, TopologyDescription } from 'mongodb';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock, Logger } from '../../ports/basics.ts';
import { faultOf } from './driver-faults.ts';

export type Reach = {
  /** Resolves when a call has prospects. Fault `unavailable`. */
  readonly ready: () => Promise<void>;
  /** As the nodes last said of themselves: members of a replica set and routers have transactions. */
  readonly hasTransactions: () => boolean;
};

const WRITABLE: ReadonlySet<string> = new Set(['RSPrimary', 'Mongos', 'Standalone', 'LoadBalancer']);
const WITH_TRANSACTIONS: ReadonlySet<string> = new Set([
  'RSPrimary',
  'RSSecondary',
  'RSOther',
  'RSArbiter',
  'Mongos',
  'LoadBalancer',
]);

export const createReach = (client: MongoClient, clock: Clock, logger: Logger): Reach => {
  let connected = false;
  let connecting: Promise<void> | undefined;
  let transactions = false;
  /** Since when there is no node that takes writes, and why as far as is known. */
  let lost: { readonly since: number; readonly cause: unknown } | undefined;

  const lose = (cause: unknown): void => {
    if (lost === undefined) logger.warn({ err: cause }, 'MongoDB has no node that takes writes');
    lost ??= { since: clock.monotonic(), cause };
  };
  const regain = (): void => {
    if (lost !== undefined) logger.info({ transactions }, 'MongoDB takes writes again');
    lost = undefined;
  };

  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    const types = typesOf(newDescription);
    if (types.some((type) => WITH_TRANSACTIONS.has(type))) transactions = true;
    else if (types.includes('Standalone')) transactions = false;
    if (types.some((type) => WRITABLE.has(type))) regain();
    // Without any node it is being closed.
    else if (connected && types.length > 0) lose(faultOf(newDescription.error));
  });
  client.on('topologyClosed', () => {
    connected = false;
  });

  const connect = async (): Promise<void> => {
    try {
      await client.connect();
      connected = true;
      regain();
    } catch (error) {
      lose(faultOf(error));
      throw error;
    } finally {
      connecting = undefined;
    }
  };

  return Object.freeze({
    ready: async () => {
      const hopeless = lost !== undefined && clock.monotonic() - lost.since >= limits.mongoSelectMs;
      if (!connected) {
        connecting ??= connect();
        if (!hopeless) return connecting;
        connecting.catch(() => undefined);
      }
      if (hopeless) throw new Fault('unavailable', 'MongoDB cannot be reached', { cause: lost?.cause });
      return undefined;
    },
    hasTransactions: () => transactions,
  });
};

const typesOf = (description: TopologyDescription): readonly string[] =>
  [...description.servers.values()].map(({ type }) => type);
