/** A thread that writes nothing: what becomes of an append follows from the name of its stream. */
import { parentPort, workerData } from 'node:worker_threads';
import { traitsOf } from '../../src/adapters/sqlite/serve-writer.ts';
import type { WriterCall, WriterOptions } from '../../src/adapters/sqlite/writer-thread.ts';
import { failureOf } from '../../src/adapters/thread/failure.ts';
import { createReports, serveCalls } from '../../src/adapters/thread/serve-calls.ts';
import { Fault } from '../../src/kernel/faults.ts';

if (parentPort === null) throw new Error('this is the script of a thread');
const reports = createReports(parentPort);
const { path } = workerData as WriterOptions;

const commitFailed = (): Fault => {
  const cause = Object.assign(new Error('disk I/O error'), { errcode: 1034 });
  reports.put({ kind: 'fatal', failure: failureOf(cause, traitsOf) });
  return new Fault('ambiguous', 'the commit failed, and may have been written', { cause });
};

const carryOut = async (call: WriterCall): Promise<unknown> => {
  if (call.kind !== 'append') return undefined;
  const { stream } = call.request;
  if (stream === 'conflict-1') throw new Fault('conflict', 'the stream stands elsewhere', { detail: { stream } });
  if (stream === 'failed-1') throw commitFailed();
  if (stream !== 'dying-1') return { revision: 0, position: '0000-000000000001', firstSeq: undefined };
  setImmediate(() => {
    throw new Error('thrown outside of a call');
  });
  return new Promise(() => undefined);
};

if (path.endsWith('refused.sqlite')) {
  const fault = new Fault('corrupt', 'a damaged file', { retriable: false });
  reports.put({ kind: 'refused', failure: failureOf(fault, traitsOf) });
} else serveCalls<WriterCall>(parentPort, { carryOut, reports, traitsOf });
