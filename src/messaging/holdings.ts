/**
 * The partitions that a consumer holds: from when it is told of them until it may have lost them. Each holding knows
 * how far its partition is read and done, and up to where that is saved.
 */
import type { Clock } from '../ports/basics.ts';
import type { Progress } from './progress.ts';

/** `T` is the adapter's type of a partition, with a name at least; `P` is a place in it. */
export type Holding<T, P> = {
  readonly part: T;
  /** Another consumer may have it. */
  lost: boolean;
  /** Undefined until it is known where the group was. */
  progress: Progress<P> | undefined;
  /** The progress that is known to be saved. */
  saved: P | undefined;
};

export type Named = { readonly name: string };

/** How far a holding is done, to be saved. */
export type Reached<T, P> = { readonly holding: Holding<T, P>; readonly place: P };

export type Holdings<T extends Named, P> = {
  at(name: string): Holding<T, P> | undefined;
  all(): IterableIterator<Holding<T, P>>;
  /**
   * Sets the partitions of this consumer. Partitions that it no longer has are lost. So are all under another `tenure`:
   * another consumer may have had them in between. Answers the lost ones.
   */
  assign(tenure: string, parts: readonly T[]): readonly Holding<T, P>[];
  loseAll(): readonly Holding<T, P>[];
  /** The partition begins anew: it was emptied, or set back. */
  restart(holding: Holding<T, P>, part: T): Holding<T, P>;
  /** At this moment (monotonic ms, now unless stated) the group knew that this consumer is alive. */
  confirm(at?: number): void;
  /** The group changes: until the next `assign` nothing is surely held. */
  readonly doubt: () => void;
  /** Whether the held partitions are surely held: they were assigned, and that was confirmed not too long ago. */
  isSure(): boolean;
  /** Whether it is held, as far as this process can know. */
  readonly isOwned: (holding: { readonly lost: boolean }) => boolean;
  /** The progress since it was last saved. */
  toSave(): readonly Reached<T, P>[];
};

/**
 * `trustMs`: for how long a confirmation holds. A process that was paused for longer cannot know its losses. So it
 * counts everything as lost by its own clock.
 */
export const createHoldings = <T extends Named, P>(
  clock: Pick<Clock, 'monotonic'>,
  trustMs: number,
): Holdings<T, P> => {
  const held = new Map<string, Holding<T, P>>();
  let tenure: string | undefined;
  let settled = false;
  let confirmedAt = -Infinity;

  const gain = (part: T): Holding<T, P> => {
    const holding = { part, lost: false, progress: undefined, saved: undefined };
    held.set(part.name, holding);
    return holding;
  };

  const lose = (holdings: Iterable<Holding<T, P>>): readonly Holding<T, P>[] => {
    const lost = [...holdings];
    for (const holding of lost) {
      holding.lost = true;
      held.delete(holding.part.name);
    }
    return lost;
  };

  const isSure = (): boolean => settled && clock.monotonic() - confirmedAt < trustMs;

  return Object.freeze({
    at: (name: string) => held.get(name),
    all: () => held.values(),
    assign: (now: string, parts: readonly T[]) => {
      const wanted = new Set(now === tenure ? parts.map(({ name }) => name) : []);
      tenure = now;
      settled = true;
      const lost = lose([...held.values()].filter(({ part }) => !wanted.has(part.name)));
      for (const part of parts) if (!held.has(part.name)) gain(part);
      return lost;
    },
    loseAll: () => {
      settled = false;
      return lose(held.values());
    },
    restart: (holding: Holding<T, P>, part: T) => {
      lose([holding]);
      return gain(part);
    },
    confirm: (at = clock.monotonic()) => {
      confirmedAt = at;
    },
    doubt: () => {
      settled = false;
    },
    isSure,
    isOwned: ({ lost }: { readonly lost: boolean }) => !lost && isSure(),
    toSave: () =>
      [...held.values()].flatMap((holding) => {
        const place = holding.progress?.doneTo() ?? holding.saved;
        return place === undefined || place === holding.saved ? [] : [{ holding, place }];
      }),
  });
};
