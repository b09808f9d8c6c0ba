/** The calls as they go to a thread of their own, and as that carries them out. */
import type { MessagePort } from 'node:worker_threads';
import type { TraitsOf } from '../thread/failure.ts';
import { type Reports, serveCalls } from '../thread/serve-calls.ts';
import type { AppendRequest, Calls, ReadRequest } from './server/calls.ts';
import { troubleOf } from './server/faults.ts';
import type { Seq } from './server/sequence.ts';

export type Call =
  | { readonly kind: 'append'; readonly append: AppendRequest }
  | { readonly kind: 'read'; readonly request: ReadRequest }
  | { readonly kind: 'next'; readonly from: Seq | 'start' };

/** The members of a client's error that `faults.ts` reads. */
export const traitsOf: TraitsOf = troubleOf;

export const serve = (port: MessagePort, calls: Calls, reports: Reports): void =>
  serveCalls<Call>(port, {
    reports,
    traitsOf,
    carryOut: async (call, asked) => {
      if (call.kind === 'append') return calls.append(call.append, asked.started);
      if (call.kind === 'read') return calls.read(call.request);
      return calls.next(call.from, asked.signal());
    },
  });
