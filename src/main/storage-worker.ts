/** The thread that writes a file of the embedded storage. */
import { workerData } from 'node:worker_threads';
import { serveWriter, traitsOf } from '../adapters/sqlite/serve-writer.ts';
import type { WriterOptions } from '../adapters/sqlite/writer-thread.ts';
import { createTimers } from '../adapters/system/timers.ts';
import { serveThread } from '../adapters/thread/serve-calls.ts';

serveThread((port, reports) => {
  // The thread was given these by `writer-thread.ts`.
  serveWriter(port, workerData as WriterOptions, createTimers(), reports);
}, traitsOf);
