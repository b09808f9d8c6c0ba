/** Read: of a stream, of everything, and subscriptions to either. */
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { type Failure, toServiceError } from './errors.ts';
import { type ActiveFault, failureOf, type FaultBoard } from './faults.ts';
import type { LargeReads } from './large-reads.ts';
import { streamNotFound, toReadResponse } from './messages.ts';
import { ALL, type ReadRequest, readRequestOf } from './read-request.ts';
import { isReadable, PAGE, pagesOf, startOf } from './reading.ts';
import { type Outlet, subscribe } from './subscription.ts';
import type { Storage } from './storage.ts';

type Call = ServerWritableStream<ReadReq, ReadResp>;

export type ReadDeps = {
  readonly storage: () => Storage;
  readonly faults: FaultBoard;
  readonly cut: (peer: string) => void;
};

/** Writes no faster than the client takes; `write` answers false when the client is gone. */
const outletOf = (call: Call, gone: Promise<void>): Outlet => ({
  gone,
  isOpen: () => !call.cancelled && call.writable,
  write: async (response) => {
    if (call.cancelled || !call.writable) return false;
    if (!call.write(response)) {
      const drained = new Promise<void>((resolve) => call.once('drain', () => resolve()));
      await Promise.race([drained, gone]);
    }
    return !call.cancelled;
  },
});

/** The flaws of a request itself; the server's own codes. */
const failureIn = (storage: Storage, request: ReadRequest): Failure | undefined => {
  if (!request.subscribe && request.limit <= 0) {
    return { kind: 'invalid-argument', message: `'${request.limit}' is not a valid count` };
  }
  if (!isReadable(storage, request)) return { kind: 'unknown', message: 'Invalid position.' };
  return undefined;
};

const read = async (storage: Storage, request: ReadRequest, outlet: Outlet, largeReads: LargeReads): Promise<void> => {
  if (request.stream !== ALL && storage.records.head.get(request.stream) === undefined) {
    await outlet.write(streamNotFound(request.stream));
    return;
  }
  const page = pagesOf(storage, request, startOf(storage, request));
  let over: (() => void) | undefined;
  try {
    for (let left = request.limit; left > 0;) {
      // Of a filtered read it is not known how many records there are to look at.
      const records = page(request.filter === undefined ? left : PAGE);
      for (const record of records) {
        if (left === 0) return;
        if (request.filter !== undefined && !request.filter.accepts(record)) continue;
        if (!(await outlet.write(toReadResponse(record)))) return;
        left -= 1;
      }
      if (records.length < PAGE || left === 0) return;
      over ??= largeReads.begin();
      await largeReads.turn();
    }
  } finally {
    over?.();
  }
};

export const createReadCall =
  ({ storage, faults, cut }: ReadDeps) =>
  (call: Call): void => {
    const gone = Promise.withResolvers<void>();
    const outlet = outletOf(call, gone.promise);
    const signOff = faults.noteRead();
    call.once('cancelled', () => gone.resolve());
    gone.promise.then(signOff, signOff);

    const fail = (failure: Failure): void => {
      if (!call.cancelled) call.emit('error', toServiceError(failure));
      gone.resolve();
    };
    const end = (): void => {
      if (outlet.isOpen()) call.end();
      gone.resolve();
    };
    const strike = async (fault: Pick<ActiveFault, 'kind' | 'leader'>): Promise<void> => {
      const failure = failureOf(fault);
      if (failure !== undefined) fail(failure);
      else if (fault.kind === 'cut') cut(call.getPeer());
      else if (fault.kind === 'end') end();
      else await gone.promise;
    };

    const perform = async (): Promise<void> => {
      const request = readRequestOf(call.request);
      if (request === undefined) return fail({ kind: 'invalid-argument', message: 'no options' });
      const failure = failureIn(storage(), request);
      if (failure !== undefined) return fail(failure);
      const fault = faults.take(request.subscribe ? 'subscribe' : 'read', request.stream);
      if (fault?.kind === 'slow') await fault.gate();
      const struck = fault?.kind === 'slow' ? undefined : fault;
      if (request.subscribe) {
        return struck === undefined
          ? subscribe({ storage: storage(), faults, request, outlet, strike })
          : strike(struck);
      }
      const limit = struck === undefined ? request.limit : Math.min(request.limit, struck.events ?? 0);
      await read(storage(), { ...request, limit }, outlet, faults.largeReads);
      return struck === undefined ? end() : strike(struck);
    };
    perform().catch((error: unknown) => fail({ kind: 'unknown', message: String(error) }));
  };
