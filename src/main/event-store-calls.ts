/** How the service asks EventStoreDB: some calls from here, the others from a thread (decision 0039). */
import type { Calls } from '../adapters/eventstoredb/calls.ts';
import { createServerCalls, type ServerOptions } from '../adapters/eventstoredb/server/server-calls.ts';
import { spreadCalls } from '../adapters/eventstoredb/thread/spread-calls.ts';
import { startCallsThread } from '../adapters/eventstoredb/thread/start-calls-thread.ts';
import type { System } from './system.ts';

const WORKER = new URL('./event-store-worker.ts', import.meta.url);

type Deps = Pick<System, 'clock' | 'timers' | 'background' | 'logger'>;

/** Fault `unavailable`, not retriable: the address cannot be used. */
export const openEventStoreCalls = async (options: ServerOptions, deps: Deps): Promise<Calls> => {
  const thread = await startCallsThread(options, { ...deps, script: WORKER });
  return spreadCalls(createServerCalls(options, deps), thread);
};
