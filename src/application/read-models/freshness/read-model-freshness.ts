/**
 * The state of the read models, for readers: the collection to ask, the position that it reflects, and a wait until it
 * reflects a given one. A reader of one owner gets the position of the owner's shard. So a lagging shard holds up no
 * other owner.
 */
import { assert } from '../../../kernel/faults.ts';
import { laterOf, type Position, START } from '../../../kernel/position.ts';
import { collectionOf, type Projection } from '../../../kernel/projection.ts';
import { ownerKey } from '../../../kernel/shard.ts';
import type { Timers } from '../../../ports/basics.ts';

export type ReadModels = {
  /** The collection to read now. Ask for it each time: a rebuild puts another in its place. */
  collection(readModel: string): string;
  /**
   * Everything up to here is in the documents of a read model, of this owner or of all. Without a name, of the read
   * model furthest behind.
   */
  position(readModel?: string, owner?: string): Position;
  /** How far each shard of a read model is, in the order of the shards; one when it is not cut. */
  positions(readModel: string): readonly Position[];
  /**
   * Whether a read model reflects a position within so many milliseconds, for an owner or for all. Without a name all
   * read models must.
   */
  waitFor(position: Position, timeoutMs: number, readModel?: string, owner?: string): Promise<boolean>;
};

/** The side of processes that write read models, or watch others write them. */
export type ReadModelBoard = ReadModels & {
  /** Where a read model is and how far each of its shards has come. In the same place no position moves back. */
  place(readModel: string, collection: string, positions: readonly Position[]): void;
  /** A shard has come further. Of another place than the present one nothing is shown. */
  show(readModel: string, collection: string, shard: number, position: Position): void;
  /** Whether a reader waits. */
  isAwaited(): boolean;
  /** Ends all waits. */
  close(): void;
};

/** Why the timer of a wait is called off. */
const OVER = 'the wait is over';

type Place = { readonly collection: string; readonly positions: Position[] };
/** `key`: that of an owner; undefined for all. */
type Asked = { readonly readModel: string | undefined; readonly key: number | undefined };
type Waiter = Asked & { readonly position: Position; readonly end: (is: boolean) => void };

export type Told = {
  /** A reader begins to wait. */
  readonly awaited?: () => void;
  /** A reader asks for a position. */
  readonly asked?: () => void;
};

export const createReadModelBoard = (
  projections: readonly Projection[],
  timers: Timers,
  { awaited, asked: told }: Told = {},
): ReadModelBoard => {
  const places = new Map<string, Place>(
    projections.map((projection) => [projection.name, { collection: collectionOf(projection), positions: [START] }]),
  );
  const waiters = new Set<Waiter>();

  const placeOf = (readModel: string): Place => {
    const place = places.get(readModel);
    assert(place !== undefined, `there is no read model ${readModel}`);
    return place;
  };

  const positionOf = ({ readModel, key }: Asked): Position => {
    const asked = readModel === undefined ? [...places.values()] : [placeOf(readModel)];
    return leastOf(asked.map((place) => positionIn(place, key)));
  };

  const askedOf = (readModel: string | undefined, owner: string | undefined): Asked => ({
    readModel,
    // Hardly anything is cut, and then there is nothing to reckon.
    key: owner === undefined || !isCut(readModel) ? undefined : ownerKey(owner),
  });

  const isCut = (readModel: string | undefined): boolean =>
    readModel === undefined || placeOf(readModel).positions.length > 1;

  const tell = (): void => {
    for (const waiter of waiters) if (positionOf(waiter) >= waiter.position) waiter.end(true);
  };

  const waitFor = async (wanted: Position, timeoutMs: number, readModel?: string, owner?: string): Promise<boolean> => {
    const asked = askedOf(readModel, owner);
    if (positionOf(asked) >= wanted) return true;
    if (timeoutMs <= 0) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = { ...asked, position: wanted, end: resolve };
    const over = new AbortController();
    waiters.add(waiter);
    awaited?.();
    told?.();
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
    position: (readModel?: string, owner?: string) => {
      told?.();
      return positionOf(askedOf(readModel, owner));
    },
    positions: (readModel: string) => {
      told?.();
      return [...placeOf(readModel).positions];
    },
    waitFor,
    place: (readModel: string, collection: string, positions: readonly Position[]) => {
      const before = placeOf(readModel);
      const isSame = before.collection === collection && before.positions.length === positions.length;
      const later = positions.map((at, shard) => (isSame ? laterOf(before.positions[shard] ?? START, at) : at));
      places.set(readModel, { collection, positions: later });
      tell();
    },
    show: (readModel: string, collection: string, shard: number, at: Position) => {
      const place = placeOf(readModel);
      const before = place.positions[shard];
      if (place.collection !== collection || before === undefined || before >= at) return;
      place.positions[shard] = at;
      tell();
    },
    isAwaited: () => waiters.size > 0,
    close: () => {
      for (const waiter of waiters) waiter.end(false);
    },
  });
};

const positionIn = ({ positions }: Place, key: number | undefined): Position =>
  (key === undefined ? undefined : positions[key % positions.length]) ?? leastOf(positions);

const leastOf = (positions: readonly Position[]): Position =>
  positions.reduce((least, one) => (one < least ? one : least), positions[0] ?? START);
