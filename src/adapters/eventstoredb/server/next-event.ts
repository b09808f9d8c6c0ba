/**
 * The next event of the whole log, as soon as there is one: a subscription that ends with its first event. A server
 * ends a live subscription that takes events too slowly (23.10: 32 for each, behind 32 on their way). So many events
 * are read in pages.
 */
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { Calls, LogEvent } from './calls.ts';
import type { Connection, Work } from './connection.ts';
import { allSubscription } from './messages.ts';
import { readCall, type ReadAnswer } from './read-call.ts';
import { toLogEvent } from './recorded.ts';

export const createNextEvent =
  (connection: Connection, prefix: string): Calls['next'] =>
  async (from, signal) => {
    let heard: LogEvent | undefined;
    const hear = ({ event }: ReadAnswer): boolean => {
      heard = event && toLogEvent(event, prefix);
      return heard !== undefined;
    };
    await connection.keep('subscribe', listening(allSubscription(from, prefix), hear, signal));
    return heard;
  };

/** Until `hear` says that it has heard enough, or the signal aborts. */
const listening =
  (request: ReadReq, hear: (answer: ReadAnswer) => boolean, signal: AbortSignal): Work<void> =>
  (context) => {
    const call = readCall(context, request);
    const done = Promise.withResolvers<void>();
    // In this order: a cancelled call is an error, and at that of a call the client takes its connection for broken.
    const leave = (): void => {
      done.resolve();
      call.cancel();
    };
    call.on('data', (answer) => {
      try {
        if (hear(answer)) leave();
      } catch (error) {
        done.reject(error);
      }
    });
    call.on('error', done.reject);
    call.on('end', done.resolve);
    call.on('close', done.resolve);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    return { answer: done.promise, cancel: () => call.cancel() };
  };
