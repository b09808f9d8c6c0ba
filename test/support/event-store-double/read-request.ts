/** The parameters of a Read call: one stream or all, the start, the direction, the count, or for ever. */
import streams, { type ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { type Filter, filterOf } from './filter.ts';
import { streamNameOf } from './messages.ts';

export type ReadRequest = {
  /** `$all` for everything. */
  readonly stream: string;
  /** A revision, or a position of `$all`. */
  readonly from: number | 'start' | 'end';
  readonly backwards: boolean;
  readonly limit: number;
  readonly subscribe: boolean;
  readonly filter: Filter | undefined;
};

export const ALL = '$all';

const fromOf = (options: ReadReq.Options): ReadRequest['from'] => {
  const where = options.getStream() ?? options.getAll();
  if (where?.hasStart() === true) return 'start';
  if (where?.hasEnd() === true) return 'end';
  const revision = options.getStream()?.getRevision() ?? options.getAll()?.getPosition()?.getCommitPosition() ?? '0';
  return Math.min(Number(revision), Number.MAX_SAFE_INTEGER);
};

export const readRequestOf = (request: ReadReq): ReadRequest | undefined => {
  const options = request.getOptions();
  if (options === undefined) return undefined;
  const subscribe = options.hasSubscription();
  return {
    stream: options.hasAll() ? ALL : streamNameOf(options.getStream()?.getStreamIdentifier()),
    from: fromOf(options),
    backwards: options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS,
    limit: subscribe ? Infinity : Number(options.getCount()),
    subscribe,
    filter: filterOf(options.getFilter()),
  };
};
