/** A thread that writes nothing: what becomes of a call follows from the name of its stream or collection. */
import { parentPort, workerData } from 'node:worker_threads';
import { traitsOf } from '../../../src/adapters/sqlite/serve-writer.ts';
import type { Appended, AppendRequest } from '../../../src/adapters/sqlite/log-writer.ts';
import type { AppendOutcome, WriterCall, WriterOptions } from '../../../src/adapters/sqlite/writer-thread.ts';
import { failureOf } from '../../../src/adapters/thread/failure.ts';
import { createReports, serveCalls } from '../../../src/adapters/thread/serve-calls.ts';
import { Fault } from '../../../src/kernel/faults.ts';

if (parentPort === null) throw new Error('this is the script of a thread');
const reports = createReports(parentPort);
const { path } = workerData as WriterOptions;

const commitFailed = (): Fault => {
  const cause = Object.assign(new Error('disk I/O error'), { errcode: 1034 });
  reports.put({ kind: 'fatal', failure: failureOf(cause, traitsOf) });
  return new Fault('ambiguous', 'the commit failed, and may have been written', { cause });
};

const carryOut = async (call: WriterCall): Promise<unknown> => {
  if (call.kind === 'append') return Promise.all(call.requests.map(outcomeOf));
  const work = call.kind === 'work' ? JSON.stringify(call.work) : '';
  if (work.includes('nonsense')) throw Object.assign(new Error('near "nonsense": syntax error'), { errcode: 1 });
  if (work.includes('dying')) await died();
  return { rows: [] };
};

const outcomeOf = async (request: AppendRequest): Promise<AppendOutcome> => {
  try {
    return { appended: await append(request) };
  } catch (error) {
    return { failure: failureOf(error, traitsOf) };
  }
};

const append = async ({ stream }: AppendRequest): Promise<Appended> => {
  if (stream === 'conflict-1') throw new Fault('conflict', 'the stream stands elsewhere', { detail: { stream } });
  if (stream === 'failed-1') throw commitFailed();
  if (stream !== 'dying-1') return { revision: 0, position: '0000-000000000001', firstSeq: undefined };
  return died();
};

const died = async (): Promise<never> => {
  setImmediate(() => {
    throw new Error('thrown outside of a call');
  });
  return new Promise<never>(() => undefined);
};

if (path.endsWith('refused.sqlite')) {
  const fault = new Fault('corrupt', 'a damaged file', { retriable: false });
  reports.put({ kind: 'refused', failure: failureOf(fault, traitsOf) });
} else serveCalls<WriterCall>(parentPort, { carryOut, reports, traitsOf });
