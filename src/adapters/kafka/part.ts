/** A partition of a topic as a consumer reads it. */
import type { Admin } from 'kafkajs';
import { type Position, START } from '../../kernel/position.ts';
import type { Holding, Holdings } from '../../messaging/holdings.ts';
import { createProgress, type Progress } from '../../messaging/progress.ts';
import { placeOf } from './batches.ts';
import type { Assignment, Place } from './session.ts';

export type Part = {
  readonly name: string;
  readonly topic: string;
  readonly partition: number;
  /** The highest sequence that was seen: a record not above it is a duplicate. */
  highest: Position;
  /** Where the partition ended when it was last read. */
  end: number;
};

/** Places are offsets. */
export type Held = Holding<Part, number>;

export const newPart = (topic: string, partition: number): Part => ({
  name: placeOf({ topic, partition }),
  topic,
  partition,
  highest: START,
  end: 0,
});

export const partsOf = (assignment: Assignment): readonly Part[] =>
  Object.entries(assignment).flatMap(([topic, partitions]) => partitions.map((one) => newPart(topic, one)));

/**
 * The progress of a holding that has read a record at this offset; undefined when it had read beyond it: then the
 * partition begins anew.
 */
export const progressAt = (holding: Held, offset: number): Progress<number> | undefined => {
  holding.progress ??= createProgress(offset);
  // Where the group was is where it is given the first record.
  holding.saved ??= offset;
  return offset < holding.progress.next() ? undefined : holding.progress;
};

/** The next offsets of held partitions that were read before. */
export const placesRead = (holdings: Iterable<Held>): readonly Place[] =>
  [...holdings].flatMap(({ part: { topic, partition }, progress }) =>
    progress === undefined ? [] : [{ topic, partition, offset: progress.next() }],
  );

/** Records that are known to wait on the server. */
export const countBehind = (holdings: Pick<Holdings<Part, number>, 'all'>): number => {
  let behind = 0;
  for (const { part, progress } of holdings.all()) {
    if (progress !== undefined) behind += Math.max(0, part.end - progress.next());
  }
  return behind;
};

/** Whether records wait in one of these partitions that this group has not read. Errors are those of kafkajs. */
export const isBehind = async (admin: Admin, groupId: string, held: readonly Held[]): Promise<boolean> => {
  for (const [topic, own] of Map.groupBy(held, ({ part }) => part.topic)) {
    const ends = new Map((await admin.fetchTopicOffsets(topic)).map((one) => [one.partition, one]));
    const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
    for (const {
      part: { partition },
      progress,
    } of own) {
      const offset = Number(committed?.partitions.find((one) => one.partition === partition)?.offset ?? -1);
      const { low = '0', high = '0' } = ends.get(partition) ?? {};
      const next = progress?.next() ?? Math.max(offset, Number(low));
      if (Number(high) > next) return true;
    }
  }
  return false;
};
