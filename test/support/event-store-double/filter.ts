/** The filter of a subscription to `$all`: by type or by stream, by prefixes or by a regular expression. */
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
  const onStream = options.getStreamIdentifier();
  const expression = onStream ?? options.getEventType();
  const prefixes = expression?.getPrefixList() ?? [];
  const regex = new RegExp(expression?.getRegex() ?? '');
  const matches = (text: string): boolean =>
    prefixes.length > 0 ? prefixes.some((prefix) => text.startsWith(prefix)) : regex.test(text);
  const window = options.hasMax() ? options.getMax() : WINDOW;
  return {
    accepts: ({ stream, type }) => matches(onStream === undefined ? type : stream),
    checkpointEvery: window * Math.max(1, options.getCheckpointintervalmultiplier()),
  };
};
