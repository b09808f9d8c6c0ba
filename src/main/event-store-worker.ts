/** The thread that talks to EventStoreDB: the other end of `startCallsThread`. */
import { workerData } from 'node:worker_threads';
import { createServerCalls, type ServerOptions } from '../adapters/eventstoredb/server/server-calls.ts';
import { serve, traitsOf } from '../adapters/eventstoredb/thread-calls.ts';
import { createClock } from '../adapters/system/clock.ts';
import { createTimers } from '../adapters/system/timers.ts';
import { failureOf } from '../adapters/thread/failure.ts';
import { serveThread } from '../adapters/thread/serve-calls.ts';

serveThread((port, reports) => {
  const logger = {
    warn: ({ err }: Readonly<Record<string, unknown>>, message: string): void =>
      reports.put({ kind: 'warning', message, failure: failureOf(err, traitsOf) }),
  };
  // The thread was given these by `startCallsThread`.
  const options = workerData as ServerOptions;
  serve(port, createServerCalls(options, { clock: createClock(), timers: createTimers(), logger }), reports);
}, traitsOf);
