/**
 * Where the read models stand, for those who read them: which collection to ask, how far it reflects the log, and a way
 * to wait until it reflects a position (design, section 7).
 */
import { assert } from '../kernel/faults.ts';
import { START } from '../kernel/position.ts';
import type { Position } from '../kernel/position.ts';
import { collectionOf } from '../kernel/projection.ts';
import type { Projection } from '../kernel/projection.ts';
import type { Timers } from '../ports/basics.ts';

export type ReadModels = {
  /** The collection to read now. Ask for it each time: a rebuild puts another in its place. */
  collection(readModel: string): string;
  /** Everything up to here is in the documents of a read model; of the one furthest behind when none is named. */
  position(readModel?: string): Position;
  /** Whether a read model (all of them when none is named) reflects a position, within so many milliseconds. */
  waitFor(position: Position, timeoutMs: number, readModel?: string): Promise<boolean>;
};

/** The side of those who write read models, or watch others write them. */
export type ReadModelBoard = ReadModels & {
  /** Another place or a later position. A position in the same place never moves back. */
  show(readModel: string, collection: string, position: Position): void;
  /** Whether anybody waits. */
  isAwaited(): boolean;
  /** Ends all waits. */
  close(): void;
};

/** Why the timer of a wait is called off. */
const OVER = 'the wait is over';

type Place = { readonly collection: string; readonly position: Position };
type Waiter = {
  readonly position: Position;
  readonly readModel: string | undefined;
  readonly end: (is: boolean) => void;
};

/** `awaited` is called each time that somebody begins to wait. */
export const createReadModelBoard = (
  projections: readonly Projection[],
  timers: Timers,
  awaited?: () => void,
): ReadModelBoard => {
  const places = new Map<string, Place>(
    projections.map((projection) => [projection.name, { collection: collectionOf(projection), position: START }]),
  );
  const waiters = new Set<Waiter>();

  const placeOf = (readModel: string): Place => {
    const place = places.get(readModel);
    assert(place !== undefined, `there is no read model ${readModel}`);
    return place;
  };

  const position = (readModel?: string): Position => {
    if (readModel !== undefined) return placeOf(readModel).position;
    let least: Position | undefined;
    for (const place of places.values()) if (least === undefined || place.position < least) least = place.position;
    return least ?? START;
  };

  const show = (readModel: string, collection: string, at: Position): void => {
    const before = placeOf(readModel);
    if (before.collection === collection && before.position >= at) return;
    places.set(readModel, { collection, position: at });
    for (const waiter of waiters) if (position(waiter.readModel) >= waiter.position) waiter.end(true);
  };

  const waitFor = async (wanted: Position, timeoutMs: number, readModel?: string): Promise<boolean> => {
    if (position(readModel) >= wanted) return true;
    if (timeoutMs <= 0) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = { position: wanted, readModel, end: resolve };
    const over = new AbortController();
    waiters.add(waiter);
    awaited?.();
    timers.sleep(timeoutMs, over.signal).then(
      () => resolve(false),
      // The wait is over, and so is its timer.
      () => undefined,
    );
    const reached = await promise;
    waiters.delete(waiter);
    over.abort(OVER);
    return reached;
  };

  return Object.freeze({
    collection: (readModel: string) => placeOf(readModel).collection,
    position,
    waitFor,
    show,
    isAwaited: () => waiters.size > 0,
    close: () => {
      for (const waiter of waiters) waiter.end(false);
    },
  });
};
