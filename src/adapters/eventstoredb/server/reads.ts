/** Reads, by the call `Read` of the streams protocol. Its answers stay bytes until they are events. */
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { Calls, LogEvent, Page } from './calls.ts';
import type { CallContext, Connection, Work } from './connection.ts';
import { allSubscription } from './messages.ts';
import { type Recorded, recordedIn, toLogEvent } from './recorded.ts';

/** A response without an event says something of the call. */
type ReadAnswer = { readonly event: Recorded | undefined };

type ReadCall = {
  on(what: 'data', take: (answer: ReadAnswer) => void): unknown;
  on(what: 'error', failed: (error: unknown) => void): unknown;
  on(what: 'end' | 'close', over: () => void): unknown;
  cancel(): void;
};

const { path, requestSerialize } = StreamsService.read;

const readCall = ({ grpc, args }: CallContext, request: ReadReq): ReadCall =>
  grpc.makeServerStreamRequest(path, requestSerialize, (bytes) => ({ event: recordedIn(bytes) }), request, ...args);

/** Until `take` says that it has enough, or the server ends the call. It is cancelled when it throws. */
const reading = (call: ReadCall, take: (event: Recorded) => boolean) => {
  const done = Promise.withResolvers<void>();
  // In this order: a cancelled call is an error, and at that of a call the client takes its connection for broken.
  const leave = (): void => {
    done.resolve();
    call.cancel();
  };
  let enough = false;
  call.on('data', ({ event }) => {
    if (event === undefined || enough) return;
    try {
      enough = take(event);
    } catch (error) {
      done.reject(error);
    }
    if (enough) leave();
  });
  call.on('error', done.reject);
  call.on('end', done.resolve);
  return { over: done.promise, leave, cancel: () => call.cancel() };
};

/** Characters after which a page is cut. */
const PAGE_CHARS_MAX = 4 * 1024 * 1024;

/**
 * A read of a bounded number of events: the call is over, and gone, before its result is returned. An unknown stream is
 * an empty page. Errors are the client's own.
 */
export const readPage = async (
  connection: Connection,
  request: ReadReq,
  prefix: string,
  patience?: number,
): Promise<Page> => {
  const work: Work<Page> = (context) => {
    const events: LogEvent[] = [];
    let chars = 0;
    let cut = false;
    const { over, cancel } = reading(readCall(context, request), (recorded) => {
      const event = toLogEvent(recorded, prefix);
      events.push(event);
      chars += event.data.length + event.metadata.length;
      // Two at least: one of them may be the one that the reader has seen.
      cut = chars >= PAGE_CHARS_MAX && events.length > 1;
      return cut;
    });
    return { answer: over.then(() => ({ events, cut })), cancel };
  };
  return connection.ask('read', work, patience);
};

/**
 * The next event of the whole log, as soon as there is one: a subscription that ends with its first event. A server
 * ends a live subscription that takes events too slowly (23.10: 32 for each, behind 32 on their way). So many events
 * are read in pages.
 */
export const createNextEvent =
  (connection: Connection, prefix: string): Calls['next'] =>
  async (from, signal) => {
    let heard: LogEvent | undefined;
    await connection.keep('subscribe', (context) => {
      const call = readCall(context, allSubscription(from, prefix));
      const { over, leave, cancel } = reading(call, (recorded) => {
        heard = toLogEvent(recorded, prefix);
        return true;
      });
      call.on('close', leave);
      if (signal.aborted) leave();
      signal.addEventListener('abort', leave, { once: true });
      return { answer: over, cancel };
    });
    return heard;
  };
