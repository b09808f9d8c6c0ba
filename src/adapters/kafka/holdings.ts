/**
 * The partitions that a consumer has: from when it is told of them until it may have lost them, how far it has read
 * each, and how far it has done it.
 */
import { START, type Position } from '../../kernel/position.ts';
import { placeOf } from './batches.ts';
import type { Tenure } from './delivery.ts';
import { createDonePrefix, type DonePrefix } from './done-prefix.ts';
import type { Assignment, Place } from './session.ts';

export type Holding = Tenure & {
  readonly topic: string;
  readonly partition: number;
  /** From the first record on. */
  progress: DonePrefix | undefined;
  committed: number;
  /** The highest sequence that was seen: what is not above it comes for the second time. */
  highest: Position;
  /** Where the partition ended when it was last read. */
  end: number;
};

export type Holdings = {
  at(topic: string, partition: number): Holding | undefined;
  all(): IterableIterator<Holding>;
  /**
   * What a member was told of. What it has no more is lost; so is everything when it comes back as another member, as
   * others may have had it in between. Returns where to read on in those that it keeps.
   */
  assign(memberId: string, assignment: Assignment): readonly Place[];
  loseAll(): void;
  /** The partition begins anew: it was emptied, or set back. */
  restart(holding: Holding): Holding;
  /** What was done since it was last committed. */
  toCommit(): readonly Place[];
  committed(places: readonly Place[]): void;
  /** Records that are known to wait. */
  behind(): number;
};

export const createHoldings = (): Holdings => {
  const held = new Map<string, Holding>();
  let member: string | undefined;

  const take = (topic: string, partition: number): Holding => {
    const fresh = { lost: false, progress: undefined, committed: -1, highest: START, end: 0 };
    const holding: Holding = { ...fresh, topic, partition };
    held.set(placeOf(holding), holding);
    return holding;
  };

  const lose = (holding: Holding): void => {
    holding.lost = true;
    held.delete(placeOf(holding));
  };

  const loseAll = (): void => {
    for (const holding of held.values()) lose(holding);
    member = undefined;
  };

  return Object.freeze({
    at: (topic: string, partition: number) => held.get(placeOf({ topic, partition })),
    all: () => held.values(),
    assign: (memberId: string, assignment: Assignment) => {
      if (memberId !== member) loseAll();
      member = memberId;
      for (const one of held.values()) if (assignment[one.topic]?.includes(one.partition) !== true) lose(one);
      const kept = [...held.values()].flatMap(({ topic, partition, progress }) =>
        progress === undefined ? [] : [{ topic, partition, offset: progress.next() }],
      );
      for (const [topic, partitions] of Object.entries(assignment)) {
        for (const partition of partitions) if (!held.has(placeOf({ topic, partition }))) take(topic, partition);
      }
      return kept;
    },
    loseAll,
    restart: (holding: Holding) => {
      lose(holding);
      return take(holding.topic, holding.partition);
    },
    toCommit: () =>
      [...held.values()].flatMap(({ topic, partition, progress, committed }) => {
        const offset = progress?.doneTo() ?? committed;
        return offset === committed ? [] : [{ topic, partition, offset }];
      }),
    committed: (places: readonly Place[]) => {
      for (const place of places) {
        const holding = held.get(placeOf(place));
        if (holding !== undefined) holding.committed = place.offset;
      }
    },
    behind: () => {
      let behind = 0;
      for (const { progress, end } of held.values()) {
        if (progress !== undefined) behind += Math.max(0, end - progress.next());
      }
      return behind;
    },
  });
};

/** Notes a record that was read; false when it is before what was read already: then the partition begins anew. */
export const advance = (holding: Holding, offset: number): boolean => {
  if (holding.progress === undefined) {
    holding.progress = createDonePrefix(offset);
    holding.committed = offset;
  }
  if (offset < holding.progress.next()) return false;
  holding.progress.take(offset);
  return true;
};
