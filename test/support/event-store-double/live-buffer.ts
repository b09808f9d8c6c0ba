/**
 * What a live subscription may have undelivered on the server: 32 live events, behind 32 on their way out. A real
 * 23.10.6 ends the call at the event that finds no place; of what it had accepted, what was on its way out still
 * arrives. A checkpoint takes a place as an event does.
 */
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';

const OUTGOING = 32;
const LIVE = 32;

export type LiveBuffer = {
  /** False when there is no place any more: from then on nothing is taken. */
  put(response: ReadResp): boolean;
  /** What goes out next, if there is something. */
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
