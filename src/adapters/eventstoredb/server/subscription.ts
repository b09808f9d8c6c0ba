/** The subscription to the whole log: one call, until it is told to end, the server ends it, or it fails. */
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Calls, Hear } from '../calls.ts';
import type { Connection } from './connection.ts';
import { allSubscription } from './messages.ts';
import { eventIn } from './recorded.ts';

export const createSubscribe =
  (connection: Connection): Calls['subscribe'] =>
  async (from, hear, signal) =>
    connection.keep('subscribe', ({ grpc, args }) => {
      const call = grpc.read(allSubscription(from), ...args);
      const done = Promise.withResolvers<void>();
      const cancel = (): void => call.cancel();
      call.on('data', hearing(call, hear, done.reject));
      call.on('error', done.reject);
      call.on('end', done.resolve);
      call.on('close', done.resolve);
      if (signal.aborted) cancel();
      signal.addEventListener('abort', cancel, { once: true });
      return { answer: done.promise, cancel };
    });

type Paused = { pause(): unknown; resume(): unknown };

const hearing =
  (call: Paused, hear: Hear, failed: (error: unknown) => void) =>
  (response: ReadResp): void => {
    try {
      const event = eventIn(response);
      const wait = hear({ confirmed: response.hasConfirmation(), events: event === undefined ? [] : [event] });
      if (wait === undefined) return;
      call.pause();
      wait.then(() => call.resume(), failed);
    } catch (error) {
      failed(error);
    }
  };
