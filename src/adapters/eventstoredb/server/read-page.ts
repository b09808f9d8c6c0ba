/** One read of a bounded number of events: the call is over, and gone, before its result is returned. */
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { LogEvent, Page } from './calls.ts';
import type { Connection, Work } from './connection.ts';
import { readCall } from './read-call.ts';
import { type Recorded, toLogEvent } from './recorded.ts';

/** Characters after which a page is cut. */
const PAGE_CHARS_MAX = 4 * 1024 * 1024;

/** An unknown stream is an empty page. Errors are the client's own. */
export const readPage = async (
  connection: Connection,
  request: ReadReq,
  prefix: string,
  patience?: number,
): Promise<Page> => connection.ask('read', reading(request, prefix), patience);

const reading =
  (request: ReadReq, prefix: string): Work<Page> =>
  (context) => {
    const { promise, resolve, reject } = Promise.withResolvers<Page>();
    const events: LogEvent[] = [];
    let chars = 0;
    let cut = false;
    const call = readCall(context, request);
    const cancel = (): void => call.cancel();
    const take = (recorded: Recorded | undefined): void => {
      if (recorded === undefined || cut) return;
      const event = toLogEvent(recorded, prefix);
      events.push(event);
      chars += event.data.length + event.metadata.length;
      // Two at least: one of them may be the one that the reader has seen.
      cut = chars >= PAGE_CHARS_MAX && events.length > 1;
      if (!cut) return;
      resolve({ events, cut: true });
      cancel();
    };
    call.on('data', ({ event }) => {
      try {
        take(event);
      } catch (error) {
        reject(error);
        cancel();
      }
    });
    call.on('error', reject);
    call.on('end', () => resolve({ events, cut: false }));
    return { answer: promise, cancel };
  };
