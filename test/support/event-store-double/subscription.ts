/** A catch-up subscription: confirmed, what is there, caught up, and then what comes. */
import { randomUUID } from 'node:crypto';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ActiveFault, FaultBoard, Strike } from './faults.ts';
import { caughtUp, checkpoint, confirmation, toReadResponse } from './messages.ts';
import { ALL, type ReadRequest } from './read-request.ts';
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
  /** What strikes it, after so many events. */
  readonly fault: ActiveFault | undefined;
  readonly strike: (fault: Struck) => Promise<void>;
};

/** Nothing is confirmed by a server that does not even take the call. */
const confirms = ({ kind, events = 0 }: ActiveFault): boolean => events > 0 || kind === 'no-answer' || kind === 'end';

export const subscribe = async (deps: SubscriptionDeps): Promise<void> => {
  const { storage, faults, request, outlet, fault, strike } = deps;
  if (fault !== undefined && !confirms(fault)) return strike(fault);
  const struck = Promise.withResolvers<void>();
  let blow: Struck | undefined;
  const deal = (what: Struck): void => {
    blow ??= what;
    struck.resolve();
  };
  const signOff = faults.noteSubscription({ stream: request.stream, strike: (kind: Strike) => deal({ kind }) });
  outlet.gone.then(signOff, signOff);

  const goesOn = (): boolean => outlet.isOpen() && blow === undefined;

  let left = fault === undefined ? Infinity : (fault.events ?? 0);
  let looked = 0;
  /** False when the subscription is over. */
  const deliver = async (record: StoredRecord): Promise<boolean> => {
    const { filter } = request;
    if (filter === undefined || filter.accepts(record)) {
      if (!(await outlet.write(toReadResponse(record)))) return false;
      left -= 1;
    }
    looked += 1;
    if (filter !== undefined && looked % filter.checkpointEvery === 0) await outlet.write(checkpoint(record.position));
    if (left <= 0 && fault !== undefined) deal(fault);
    return goesOn();
  };

  const follow = async (): Promise<void> => {
    const page = pagesOf(storage, request, startOf(storage, request));
    // A stream that is not there is waited for, and never said to be caught up with (before server 24.2).
    let live = request.stream !== ALL && storage.records.head.get(request.stream) === undefined;
    while (goesOn()) {
      const commit = Promise.withResolvers<void>();
      const unwait = storage.onCommit(commit.resolve);
      const records = page(Infinity);
      for (const record of records) if (!(await deliver(record))) return unwait();
      if (records.length === 0) {
        if (!live) await outlet.write(caughtUp());
        live = true;
        await Promise.race([commit.promise, struck.promise, outlet.gone]);
      }
      unwait();
    }
  };

  await outlet.write(confirmation(randomUUID()));
  if (fault !== undefined && left <= 0) deal(fault);
  if (blow === undefined) await follow();
  if (blow !== undefined) await strike(blow);
};
