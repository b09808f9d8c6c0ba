/** The thread that writes a file of the embedded storage. */
import { parentPort, workerData } from 'node:worker_threads';
import { serveWriter, traitsOf } from '../adapters/sqlite/serve-writer.ts';
import type { WriterOptions } from '../adapters/sqlite/writer-thread.ts';
import { createTimers } from '../adapters/system/timers.ts';
import { failureOf } from '../adapters/thread/failure.ts';
import { createReports } from '../adapters/thread/serve-calls.ts';
import { assert } from '../kernel/faults.ts';

assert(parentPort !== null, 'this is the script of a thread');
const reports = createReports(parentPort);
try {
  // The thread was given these by `writer-thread.ts`.
  serveWriter(parentPort, workerData as WriterOptions, createTimers(), reports);
} catch (error) {
  reports.put({ kind: 'refused', failure: failureOf(error, traitsOf) });
}
