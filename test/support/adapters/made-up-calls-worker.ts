/** A thread that serves made-up calls: what becomes of one follows from the name of its stream. */
import { parentPort } from 'node:worker_threads';
import type { AppendRequest, Calls, LogEvent, ReadRequest } from '../../../src/adapters/eventstoredb/server/calls.ts';
import { serve } from '../../../src/adapters/eventstoredb/thread-calls.ts';
import { createReports } from '../../../src/adapters/thread/serve-calls.ts';
import { BrokenInvariant, Fault } from '../../../src/kernel/faults.ts';

if (parentPort === null) throw new Error('this is the script of a thread');

const errors: Readonly<Record<string, () => Error>> = {
  'fault-1': () => new Fault('corrupt', 'a fault', { retriable: false, detail: { stream: 'fault-1' } }),
  'invariant-1': () => new BrokenInvariant('a broken invariant'),
  'trouble-1': () =>
    Object.assign(new Error('14: gone', { cause: new Error('read ECONNRESET') }), {
      type: 'unavailable',
      code: 14,
      details: 'gone',
    }),
};

const NEXT: Omit<LogEvent, 'seq'> = {
  id: '1',
  type: 'Drawn',
  data: '{}',
  metadata: '{}',
  stream: 'pen-1',
  revision: 0,
};

const answer = async (stream: string): Promise<void> => {
  const error = errors[stream];
  if (error !== undefined) throw error();
  if (stream === 'dying-1') {
    setImmediate(() => {
      throw new Error('thrown at nobody');
    });
  }
  if (stream === 'stuck-1') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (['dying-1', 'open-1'].includes(stream)) await new Promise(() => undefined);
};

const calls: Calls = {
  append: async ({ stream, events }: AppendRequest, started) => {
    if (stream === 'unsent-1') throw new Error('unsent');
    started();
    await answer(stream);
    return { kind: 'taken', revision: events.length - 1, seq: '1' };
  },
  read: async (request: ReadRequest) => {
    await answer(request.of === 'stream' ? request.stream : '$all');
    return { events: [], cut: true };
  },
  next: async (from, signal) => {
    const over = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => over.resolve());
    if (from === 'start' && !signal.aborted) await over.promise;
    return signal.aborted ? undefined : { ...NEXT, seq: `after ${from}` };
  },
  close: async () => undefined,
};

serve(parentPort, calls, createReports(parentPort));
