/**
 * A catch-up subscription: confirmed, what is there, caught up, and then what comes. It waits for its client while it
 * catches up, and not once it is live.
 */
import { randomUUID } from 'node:crypto';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ActiveFault, FaultBoard } from './faults.ts';
import type { Filter } from './filter.ts';
import { caughtUp, checkpoint, confirmation, toReadResponse } from './messages.ts';
import type { ReadRequest } from './read-request.ts';
import { pagesOf, startOf } from './reading.ts';
import type { StoredRecord } from './records.ts';
import type { Storage } from './storage.ts';

export type Outlet = {
  /** Resolves when the call is over. */
  readonly gone: Promise<void>;
  readonly isOpen: () => boolean;
  /** Waits until the client takes more; false when it will not. */
  write(response: ReadResp): Promise<boolean>;
};

type Struck = Pick<ActiveFault, 'kind' | 'leader'>;

export type SubscriptionDeps = {
  readonly storage: Storage;
  readonly faults: FaultBoard;
  readonly request: ReadRequest;
  readonly outlet: Outlet;
  readonly strike: (fault: Struck) => Promise<void>;
};

export const subscribe = async (deps: SubscriptionDeps): Promise<void> => {
  const { storage, faults, request, outlet, strike } = deps;
  const struck = Promise.withResolvers<void>();
  let blow: Struck | undefined;
  const deal = (what: Struck): void => {
    blow ??= what;
    struck.resolve();
  };
  const signOff = faults.noteSubscription((kind) => deal({ kind }));
  outlet.gone.then(signOff, signOff);

  const goesOn = (): boolean => outlet.isOpen() && blow === undefined;

  /** False when the subscription is over. */
  const send = async (response: ReadResp): Promise<boolean> => (await outlet.write(response)) && goesOn();

  const answersTo = createAnswers(request.filter);
  const page = pagesOf(storage, request, startOf(storage, request));

  /**
   * The existing events, no faster than the client takes them. True when the subscription goes on, with nothing left.
   */
  const catchUp = async (): Promise<boolean> => {
    for (;;) {
      const records = page(Infinity);
      if (records.length === 0) return goesOn();
      for (const record of records) {
        for (const response of answersTo(record)) if (!(await send(response))) return false;
      }
    }
  };

  /** New events, into a buffer that does not wait for its reader. */
  const goLive = async (): Promise<void> => {
    const buffer = createLiveBuffer();
    let filled = Promise.withResolvers<void>();
    let unwait = (): void => undefined;
    const fill = (): void => {
      unwait = storage.onCommit(fill);
      for (let records = page(Infinity); records.length > 0; records = page(Infinity)) {
        for (const record of records) for (const response of answersTo(record)) buffer.put(response);
      }
      filled.resolve();
    };
    fill();
    try {
      while (goesOn()) {
        const response = buffer.next();
        if (response !== undefined) {
          if (!(await send(response))) return;
        } else if (buffer.isOverrun()) {
          deal({ kind: 'too-slow' });
        } else {
          filled = Promise.withResolvers();
          await Promise.race([filled.promise, struck.promise, outlet.gone]);
        }
      }
    } finally {
      unwait();
    }
  };

  const follow = async (): Promise<void> => {
    if (!(await catchUp()) || !(await outlet.write(caughtUp()))) return;
    // Events written meanwhile.
    if (await catchUp()) await goLive();
  };

  await outlet.write(confirmation(randomUUID()));
  await follow();
  if (blow !== undefined) await strike(blow);
};

/**
 * The messages of a record for a subscription: the event, if its filter lets it through, and a checkpoint now and then.
 */
const createAnswers = (filter: Filter | undefined): ((record: StoredRecord) => readonly ReadResp[]) => {
  let looked = 0;
  return (record) => {
    if (filter === undefined) return [toReadResponse(record)];
    looked += 1;
    const event = filter.accepts(record) ? [toReadResponse(record)] : [];
    return looked % filter.checkpointEvery === 0 ? [...event, checkpoint(record.position)] : event;
  };
};

const OUTGOING = 32;
const LIVE = 32;

type LiveBuffer = {
  /** Once there is no place any more nothing is taken. */
  put(response: ReadResp): void;
  /** The next event to go out, if there is one. */
  next(): ReadResp | undefined;
  readonly isOverrun: () => boolean;
};

/**
 * The undelivered events of a live subscription on the server: 32 live ones, behind 32 on their way out. A real 23.10.6
 * ends the call at the event that finds no place. Accepted events that were on their way out still arrive. A checkpoint
 * takes a place as an event does.
 */
const createLiveBuffer = (): LiveBuffer => {
  const waiting: ReadResp[] = [];
  let overrun = false;
  return {
    put: (response) => {
      if (overrun) return;
      overrun = waiting.length >= OUTGOING + LIVE;
      if (overrun) waiting.length = OUTGOING;
      else waiting.push(response);
    },
    next: () => waiting.shift(),
    isOverrun: () => overrun,
  };
};
