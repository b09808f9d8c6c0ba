/** Faults of the server, told apart by the client's error class, and by code where it gives none. */
import { BrokenInvariant, Fault, isFault } from '../../../kernel/faults.ts';

/** gRPC statuses, as far as they differ to us (grpc/grpc, doc/statuscodes.md). */
export const status = {
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  permissionDenied: 7,
  unimplemented: 12,
  internal: 13,
  dataLoss: 15,
  unauthenticated: 16,
} as const;

type Trouble = {
  /** The name of the client's error class (its `type`), or the key that the server sends. */
  readonly type: string | undefined;
  readonly code: number | undefined;
  readonly details: string;
};

export const troubleOf = (error: unknown): Trouble => {
  if (typeof error !== 'object' || error === null) return { type: undefined, code: undefined, details: '' };
  const { type, code, details, message, metadata } = error as Record<string, unknown>;
  return {
    type: typeof type === 'string' ? type : exceptionIn(metadata),
    code: typeof code === 'number' ? code : undefined,
    details: typeof details === 'string' ? details : String(message),
  };
};

const exceptionIn = (metadata: unknown): string | undefined => {
  const trailers = metadata as { getMap?: () => Readonly<Record<string, unknown>> } | undefined;
  const exception = trailers?.getMap?.()['exception'];
  return typeof exception === 'string' ? exception : undefined;
};

/** The node is not the leader, or the channel was closed between two steps of ours: ask again, nothing was done. */
export const isToBeAskedAgain = (error: unknown): boolean => {
  const { type, details } = troubleOf(error);
  return type === 'not-leader' || details === 'Channel has been shut down';
};

/** Errors of grpc-js 1.14 for calls of which not a byte has left this process. */
const UNSENT = /^(?:No connection established|Name resolution failed|Channel closed before call started)|LB pick$/;

/** The call never reached a connection. */
export const isUnsent = (error: unknown): boolean => UNSENT.test(troubleOf(error).details);

/** Whether it is the client that is ill, so that only another one helps; `perhaps` counts when it goes on. */
export const isPoison = (error: unknown): 'yes' | 'perhaps' | 'no' => {
  const { type, code, details } = troubleOf(error);
  if (details.startsWith('Failed to discover')) return 'yes';
  if (type !== undefined && type !== 'unknown' && type !== 'deadline-exceeded') return 'no';
  const { unknown, internal, dataLoss, deadlineExceeded } = status;
  const ill: readonly (number | undefined)[] = [undefined, unknown, internal, dataLoss, deadlineExceeded];
  return ill.includes(code) ? 'perhaps' : 'no';
};

/** Errors common to all calls: a deleted stream, refused access, another server. */
const common = (error: unknown, place: Fault['detail']): Fault | undefined => {
  const { type, code } = troubleOf(error);
  if (error instanceof Fault) return error;
  if (type === 'stream-deleted') {
    const detail = { reason: 'stream_deleted', ...place };
    return new Fault('corrupt', 'a stream was deleted in the event store', { cause: error, detail });
  }
  if (type === 'access-denied' || code === status.permissionDenied || code === status.unauthenticated) {
    return unavailable('the event store refuses our credentials', error, false);
  }
  if (code === status.unimplemented) return unavailable('the event store is none that we know', error, false);
  return undefined;
};

/** Fault of a read, a look at a head or a subscription: nothing to lose, so all that may pass is `unavailable`. */
export const readFault = (error: unknown, place: Fault['detail'] = {}): Error => {
  if (error instanceof BrokenInvariant) return error;
  const { code, details } = troubleOf(error);
  if (code === status.unknown && details.includes(INVALID_POSITION)) {
    const detail = { reason: 'position_unknown', ...place };
    return new Fault('corrupt', 'the event store has another log: no event is where one was', { cause: error, detail });
  }
  return common(error, place) ?? unavailable('the event store does not answer', error);
};

/** The text of a real server's error, code 2, for a position at which no event begins. */
const INVALID_POSITION = 'Invalid position';

/**
 * Fault of an append that was answered by neither success nor conflict. Unless certainly nothing was written, the
 * outcome is `ambiguous`: also for timeouts of the server, ended connections and unknown errors. `started`: whether the
 * connection took the call.
 */
export const appendFault = (error: unknown, started: boolean, place: Fault['detail']): Error => {
  if (error instanceof BrokenInvariant) return error;
  // Of a call that has gone out no fault of ours knows that nothing was written.
  const known = started && isFault(error, 'unavailable') ? undefined : common(error, place);
  if (known !== undefined) return known;
  const { type, code, details } = troubleOf(error);
  if (type === 'maximum-append-size-exceeded') {
    return new Fault('too_large', 'an append is over the bound of the event store', { cause: error, detail: place });
  }
  if (code === status.invalidArgument) return new BrokenInvariant(`the event store refuses an append: ${details}`);
  if (!started || isToBeAskedAgain(error) || isUnsent(error))
    return unavailable('the event store cannot be reached', error);
  return new Fault('ambiguous', 'the event store has not told the outcome of an append', {
    cause: error,
    detail: place,
  });
};

const unavailable = (message: string, cause: unknown, retriable = true): Fault =>
  new Fault('unavailable', message, { cause, retriable });
