/**
 * The undelivered events of a live subscription on the server: 32 live ones, behind 32 on their way out. A real 23.10.6
 * ends the call at the event that finds no place. Accepted events that were on their way out still arrive. A checkpoint
 * takes a place as an event does.
 */
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';

const OUTGOING = 32;
const LIVE = 32;

export type LiveBuffer = {
  /** False when there is no place any more: from then on nothing is taken. */
  put(response: ReadResp): boolean;
  /** The next event to go out, if there is one. */
  next(): ReadResp | undefined;
  readonly isOverrun: () => boolean;
};

export const createLiveBuffer = (): LiveBuffer => {
  const waiting: ReadResp[] = [];
  let overrun = false;
  return {
    put: (response) => {
      if (overrun) return false;
      overrun = waiting.length >= OUTGOING + LIVE;
      if (overrun) waiting.length = OUTGOING;
      else waiting.push(response);
      return !overrun;
    },
    next: () => waiting.shift(),
    isOverrun: () => overrun,
  };
};
