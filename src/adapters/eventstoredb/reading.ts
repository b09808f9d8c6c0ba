/** One read of a bounded number of events: a call that is over, and gone, before anybody sees its result. */
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Connection, Work } from './connection.ts';
import type { Recorded } from './recorded.ts';

export type Page = {
  readonly events: readonly Recorded[];
  /** The page was cut because of its bytes: there may be more, also if it has fewer events than asked for. */
  readonly cut: boolean;
};

/** Bytes after which a page is cut. */
const PAGE_BYTES_MAX = 4 * 1024 * 1024;

/** An unknown stream is an empty page. Errors are the client's own. */
export const readPage = async (connection: Connection, request: ReadReq): Promise<Page> =>
  connection.ask('read', reading(request));

const reading =
  (request: ReadReq): Work<Page> =>
  ({ grpc, args }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Page>();
    const events: Recorded[] = [];
    let bytes = 0;
    let cut = false;
    const call = grpc.read(request, ...args);
    const cancel = (): void => call.cancel();
    call.on('data', (response: ReadResp) => {
      const event = response.getEvent()?.getEvent();
      if (event === undefined || cut) return;
      events.push(event);
      bytes += event.getData_asU8().byteLength + event.getCustomMetadata_asU8().byteLength;
      // Two at least: one of them may be the one that the reader has seen.
      cut = bytes >= PAGE_BYTES_MAX && events.length > 1;
      if (!cut) return;
      resolve({ events, cut: true });
      cancel();
    });
    call.on('error', reject);
    call.on('end', () => resolve({ events, cut: false }));
    return { answer: promise, cancel };
  };
