/** The filter of a read or subscription of `$all`: by the beginnings of the names of streams. */
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredRecord } from './records.ts';

export type Filter = {
  readonly accepts: (record: StoredRecord) => boolean;
  /** A checkpoint comes after so many events were looked at. */
  readonly checkpointEvery: number;
};

/** The server's own search window, where the client states none. */
const WINDOW = 32;

export const filterOf = (options: ReadReq.Options.FilterOptions | undefined): Filter | undefined => {
  if (options === undefined) return undefined;
  const prefixes = options.getStreamIdentifier()?.getPrefixList() ?? [];
  const window = options.hasMax() ? options.getMax() : WINDOW;
  return {
    accepts: ({ stream }) => prefixes.some((prefix) => stream.startsWith(prefix)),
    checkpointEvery: window * Math.max(1, options.getCheckpointintervalmultiplier()),
  };
};
