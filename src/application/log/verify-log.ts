/**
 * Verifies that the log is unaltered: at each start the events since the last time, in the background the rest. It also
 * checks that its end is where witnesses saw it.
 */
import { Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { type Position, START } from '../../kernel/position.ts';
import type { Projection } from '../../kernel/projection.ts';
import type { Timers, Turns } from '../../ports/basics.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import {
  checkpointsIn,
  createReadModelDirectory,
  type ReadModelDirectory,
} from '../read-models/freshness/read-model-directory.ts';
import { type ChainCheckDeps, createChainCheck } from './check-chain.ts';

export type VerifyDeps = ChainCheckDeps & {
  readonly feed: Pick<EventFeed, 'read' | 'head'>;
  /** Left out by tools, which serve no clients meanwhile. */
  readonly turns?: Turns;
};

export type VerifyOptions = {
  /** Exclusive; the start of the log unless stated. */
  readonly from?: Position;
  /** Inclusive; the present end unless stated. */
  readonly until?: Position;
  readonly eventsMax?: number;
  readonly signal?: AbortSignal;
  /** Called after each batch; its wait slows the scan down. */
  readonly onProgress?: (events: number, position: Position) => void | Promise<void>;
};

export type Verified = {
  readonly events: number;
  /** Everything from `from` up to here was checked. */
  readonly position: Position;
  /** Whether that is all that was asked for. */
  readonly complete: boolean;
};

/** Checks the chain over a stretch of the log. Fault `corrupt` names the first bad event; see `check-chain.ts`. */
export const verifyLog = async (deps: VerifyDeps, options: VerifyOptions = {}): Promise<Verified> => {
  const { from = START, until, eventsMax = Infinity, signal, onProgress } = options;
  const check = createChainCheck(deps);
  let events = 0;
  let position = from;
  for await (const batch of deps.feed.read(from, signal === undefined ? {} : { signal })) {
    for (const stored of batch.events) {
      if (until !== undefined && stored.position > until) return { events, position: until, complete: true };
      const pending = check(stored);
      if (pending !== undefined) await pending;
      const rest = deps.turns?.due();
      if (rest !== undefined) await rest;
      events += 1;
    }
    position = batch.through;
    await onProgress?.(events, position);
    if (events >= eventsMax) return { events, position, complete: false };
  }
  return { events, position, complete: signal?.aborted !== true };
};

/** The checkpoint up to which the chain was found whole. It is a witness of the end of the log, too. */
export const VERIFIED = 'log-verified';

export type LogVerifierDeps = VerifyDeps & {
  readonly documents: Pick<DocumentStore, 'checkpoint' | 'write'>;
  /** In the background: the process may end while it rests. */
  readonly timers: Timers;
  /** The most new events that one look checks; `limits.startVerifyEventsMax` unless stated. */
  readonly eventsMax?: number;
  /**
   * The checkpoints that the end of the log is held against: those of the read models follow within seconds, the mark
   * within a minute.
   */
  readonly witnesses: () => Promise<readonly string[]>;
};

export type LogVerifier = {
  /**
   * Checks at most so many events since the last time, and moves the mark. Fault `corrupt`: do not start. An abort ends
   * it early, with the part checked by then.
   */
  verifyNew(signal?: AbortSignal): Promise<Verified>;
  /** The same of the whole log, however far it was checked before; all of it unless so many events are named. */
  verifyWhole(signal?: AbortSignal, eventsMax?: number): Promise<Verified>;
  /**
   * Checks new events from time to time, and that the log still reaches to its witnesses. Ends when the signal aborts.
   * Fault `corrupt`: stop.
   */
  keepVerifying(signal: AbortSignal): Promise<void>;
};

export const createLogVerifier = (deps: LogVerifierDeps): LogVerifier => {
  const { documents, timers, eventsMax = limits.startVerifyEventsMax } = deps;

  const mark = async (): Promise<Position> => (await documents.checkpoint(VERIFIED))?.position ?? START;

  /** The store never moves a checkpoint back. */
  const moveMark = async (position: Position): Promise<void> =>
    documents.write([], { name: VERIFIED, position, fence: 0 });

  const verifyFrom = async (from: Position, eventsMax: number, signal?: AbortSignal): Promise<Verified> => {
    const bounds = { from, eventsMax };
    const verified = await verifyLog(deps, signal === undefined ? bounds : { ...bounds, signal });
    if (verified.events > 0) await moveMark(verified.position);
    return verified;
  };

  const verifyNew = async (signal?: AbortSignal): Promise<Verified> => verifyFrom(await mark(), eventsMax, signal);

  const rest = async (ms: number, signal: AbortSignal): Promise<void> =>
    timers.sleep(ms, signal).catch(() => undefined);

  /** A server can come back empty, or with an older copy. A leader that lost its followers is behind for a while. */
  const requireEnd = async (signal: AbortSignal): Promise<void> => {
    const look = async (): Promise<void> => refuseIfBehind(deps, await deps.witnesses());
    try {
      await look();
    } catch (error) {
      if (!isFault(error, 'corrupt')) throw error;
      await rest(limits.verifyAgainMs, signal);
      if (!signal.aborted) await look();
    }
  };

  return Object.freeze({
    verifyNew,
    verifyWhole: async (signal?: AbortSignal, atMost = Infinity) => verifyFrom(START, atMost, signal),
    keepVerifying: async (signal: AbortSignal) => {
      while (!signal.aborted) {
        await rest(limits.verifyEveryMs, signal);
        if (!signal.aborted) await verifyNew(signal);
        if (!signal.aborted) await requireEnd(signal);
      }
    },
  });
};

/**
 * Of damage: whether the whole history differs from the one seen, and not only some bytes. No read of such a log can be
 * trusted.
 */
export const isRewritten = (fault: Error): boolean => isFault(fault) && REWRITTEN.has(fault.detail['reason']);

const REWRITTEN: ReadonlySet<unknown> = new Set([
  'resealed',
  'log_behind',
  'epoch_unsigned',
  'epoch_unknown',
  'seal_unsigned',
]);

/** The checkpoints that saw the log: each names a position that its end must have reached. */
export const witnessesOf = async (
  documents: DocumentStore,
  projections: readonly Projection[],
): Promise<readonly string[]> => {
  const directory = createReadModelDirectory(documents);
  await directory.declare();
  return witnessesIn(directory, projections);
};

/** The same, where the directory was declared before. */
export const witnessesIn = async (
  directory: Pick<ReadModelDirectory, 'findAll'>,
  projections: readonly Projection[],
): Promise<readonly string[]> => {
  const placements = await directory.findAll(projections);
  return [VERIFIED, ...placements.flatMap((placement) => checkpointsIn(placement, placement.current))];
};

/**
 * Whether the log reaches as far as every witness has seen it. Fault `corrupt` (`detail.reason` `log_behind`) when it
 * ends before one of them: its tail is gone, or an older copy was put in its place.
 */
export const refuseIfBehind = async (
  {
    feed,
    documents,
  }: { readonly feed: Pick<EventFeed, 'head'>; readonly documents: Pick<DocumentStore, 'checkpoint'> },
  witnesses: readonly string[],
): Promise<void> => {
  const sightings: (readonly [witness: string, seen: Position])[] = [];
  for (const witness of witnesses) sightings.push([witness, (await documents.checkpoint(witness))?.position ?? START]);
  // Last: beside a running service both go on, and nothing is seen before it is in the log.
  const head = await feed.head();
  for (const [witness, seen] of sightings) {
    if (seen <= head) continue;
    throw new Fault('corrupt', `the log ends at ${head || 'its start'}, but ${witness} has seen it at ${seen}`, {
      detail: { reason: 'log_behind', witness, seen, head },
    });
  }
};
