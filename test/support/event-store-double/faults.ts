/** Troubles on demand: "the next three appends to streams that begin with `job-` get no answer". */
import type { Endpoint, Failure } from './errors.ts';
import { createLargeReads, type LargeReads } from './large-reads.ts';

export type CallKind = 'append' | 'read' | 'subscribe';

/**
 * - `not-leader`, `unavailable`, `timeout`, `unknown`, `cancelled`, `internal`: nothing is applied, and that is the
 *   answer; `timeout` as the server says that it has given up waiting for itself (code 10, in a batch
 *   DeadlineExceeded).
 * - `too-slow`: of subscriptions: the error of one that does not take events as fast as they come.
 * - `no-answer`: nothing is applied, the call stays open. An open subscription falls silent.
 * - `cut`: nothing is applied, and the whole connection is cut, as by a server that is killed.
 * - the same with `-after`: the append is applied first.
 * - `slow`: all is well, but the answer waits for `ms`, or for `release()`.
 * - `late`: the append lands after `ms`, or on `release()`; it is answered at once by `answer`, or not at all.
 * - `end`: a read or subscription ends without an error, before it is through.
 */
export type FaultKind =
  | 'not-leader'
  | 'unavailable'
  | 'timeout'
  | 'unknown'
  | 'cancelled'
  | 'internal'
  | 'too-slow'
  | 'no-answer'
  | 'cut'
  | 'unavailable-after'
  | 'timeout-after'
  | 'unknown-after'
  | 'no-answer-after'
  | 'cut-after'
  | 'slow'
  | 'late'
  | 'end';

export type FaultSpec = {
  readonly on: CallKind;
  readonly kind: FaultKind;
  /** How many calls it strikes; 1 unless stated, Infinity is fine. */
  readonly times?: number;
  /** Only streams whose names begin so; `$all` is the stream of reads and subscriptions of everything. */
  readonly streams?: string;
  /** Of reads: events that come before it strikes; 0 unless stated. */
  readonly events?: number;
  /** Of `slow` and `late`; without it they wait for `release()`. */
  readonly ms?: number;
  /** Of `late`; no answer unless stated. */
  readonly answer?: 'unavailable' | 'timeout';
  /** Of `not-leader`: the leader; needed there. */
  readonly leader?: Endpoint;
};

export type FaultHandle = {
  /** How many calls it has struck. */
  fired(): number;
  /** Lets all go that wait for it, those to come included. */
  release(): void;
  /** Strikes no more. Calls struck before stay struck. */
  cancel(): void;
};

/** How open subscriptions can be ended, or silenced for good, all at once. */
export type Strike = Extract<
  FaultKind,
  'unavailable' | 'timeout' | 'unknown' | 'cancelled' | 'internal' | 'too-slow' | 'cut' | 'end' | 'no-answer'
>;

type OpenSubscription = (kind: Strike) => void;

export type Faults = {
  next(spec: FaultSpec): FaultHandle;
  /** Strikes all open subscriptions; how many. */
  strikeSubscriptions(kind: Strike): number;
  /** Subscriptions that are open, those that were silenced included. */
  openSubscriptions(): number;
  /** Reads and subscriptions whose calls are open: what clients leave behind is seen here. */
  openReads(): number;
  /** The most reads past their first page of 32 that were under way at once. */
  largeReadsAtOnceMax(): number;
  /** Forgets all faults that have not struck yet, and lets go whatever waits. */
  clear(): void;
};

export type ActiveFault = FaultSpec & { readonly gate: () => Promise<void> };

/** The view of the faults for calls. */
export type FaultBoard = Faults & {
  take(on: CallKind, stream: string): ActiveFault | undefined;
  /** Each returns how to sign off. */
  noteSubscription(strike: OpenSubscription): () => void;
  noteRead(): () => void;
  readonly largeReads: LargeReads;
};

type Armed = { readonly spec: FaultSpec; left: number; fired: number; readonly released: PromiseWithResolvers<void> };

export const createFaults = (): FaultBoard => {
  const armed = new Set<Armed>();
  /** All that calls may wait for, the spent ones included. */
  const gates = new Set<() => void>();
  const subscriptions = new Set<OpenSubscription>();
  const largeReads = createLargeReads();
  let reads = 0;

  const next = (spec: FaultSpec): FaultHandle => {
    if (spec.kind === 'not-leader' && spec.leader === undefined) throw new Error('not-leader needs a leader');
    const one: Armed = { spec, left: spec.times ?? 1, fired: 0, released: Promise.withResolvers() };
    armed.add(one);
    gates.add(one.released.resolve);
    return {
      fired: () => one.fired,
      release: () => one.released.resolve(),
      cancel: () => armed.delete(one),
    };
  };

  const take = (on: CallKind, stream: string): ActiveFault | undefined => {
    for (const one of armed) {
      const { spec } = one;
      if (spec.on !== on || !stream.startsWith(spec.streams ?? '')) continue;
      one.left -= 1;
      one.fired += 1;
      if (one.left <= 0) armed.delete(one);
      return { ...spec, gate: async () => passed(one.released.promise, spec.ms) };
    }
    return undefined;
  };

  return Object.freeze({
    next,
    take,
    strikeSubscriptions: (kind: Strike) => {
      const struck = [...subscriptions];
      for (const strike of struck) strike(kind);
      return struck.length;
    },
    openSubscriptions: () => subscriptions.size,
    openReads: () => reads,
    largeReadsAtOnceMax: () => largeReads.atOnceMax(),
    largeReads,
    clear: () => {
      for (const release of gates) release();
      gates.clear();
      armed.clear();
    },
    noteSubscription: (strike: OpenSubscription) => {
      subscriptions.add(strike);
      return () => subscriptions.delete(strike);
    },
    noteRead: () => {
      reads += 1;
      return () => {
        reads -= 1;
      };
    },
  });
};

const passed = async (released: Promise<void>, ms: number | undefined): Promise<void> => {
  if (ms === undefined) return released;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise, released]);
  clearTimeout(timer);
};

/** The failure that a fault is answered with, if it is. */
export const failureOf = (fault: Pick<FaultSpec, 'kind' | 'leader'>): Failure | undefined => {
  const kind = fault.kind.replace(/-after$/, '');
  switch (kind) {
    case 'not-leader':
      return fault.leader && { kind, leader: fault.leader };
    case 'unavailable':
    case 'timeout':
    case 'unknown':
    case 'cancelled':
    case 'internal':
    case 'too-slow':
      return { kind };
    default:
      return undefined;
  }
};
