/**
 * Topics in memory: partitions as arrays, any number of publishers on them, and faults on demand. Its reader follows
 * the rule for readers: a sequence at or below the highest seen in its partition is dropped.
 */
import { eventTypes } from '../../../events/registry.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import { type Position, START } from '../../../src/kernel/position.ts';
import { topicSettings, topicsOf } from '../../../src/kernel/topics.ts';
import type { EventPublisher, PublishedRecords, RelayMark } from '../../../src/ports/event-publisher.ts';
import type { StoredEvent } from '../../../src/ports/event-store.ts';

export type Partition = { readonly topic: string; readonly partition: number; readonly records: StoredEvent[] };

/** Where a publish fails: with nothing written, half, or all of it. */
export type PublishFault = 'before' | 'midway' | 'after';

export type MemoryPublisher = EventPublisher & {
  /** Each of the next calls of `publish` fails in turn. */
  fail(...faults: readonly PublishFault[]): void;
  /** Whether the servers can be reached. */
  reach(up: boolean): void;
  /** Its process is gone: nothing that it still does has an effect. */
  kill(): void;
  /** Sizes of the calls of `publish`, in order. */
  readonly published: readonly number[];
};

export type MemoryTopics = {
  partitions(): readonly Partition[];
  mark(): RelayMark | undefined;
  /** `turn` is waited for between any two things that it does. */
  open(turn?: () => Promise<void>): MemoryPublisher;
  /** The topic is made anew, and is empty. */
  lose(topic: string): void;
  /** The topic is gone, or there again. */
  remove(topic: string): void;
  restore(topic: string): void;
  loseMark(): void;
};

const PARTITIONS = 3;

/** Of all topics: the last digits of a stream say where it goes. */
export const partitionOf = (stream: string): number => (Number(/\d+$/.exec(stream)?.[0]) || 0) % PARTITIONS;

export const createMemoryTopics = (): MemoryTopics => {
  const names = topicSettings(eventTypes.map(({ category }) => category)).map(({ topic }) => topic);
  const topics = new Map<string, StoredEvent[][]>();
  let saved: RelayMark | undefined;

  const make = (topic: string): void => {
    topics.set(
      topic,
      Array.from({ length: PARTITIONS }, () => []),
    );
  };
  names.forEach(make);

  const partitions = (): Partition[] =>
    [...topics].flatMap(([topic, all]) => all.map((records, partition) => ({ topic, partition, records })));

  const add = (event: StoredEvent, topic: string): PublishedRecords => {
    const partition = partitionOf(event.stream);
    const records = topics.get(topic)?.[partition];
    if (records === undefined) throw new Fault('unavailable', `there is no topic ${topic}`);
    const endOffset = records.push(event);
    return { topic, partition, firstOffset: String(endOffset - 1), endOffset: String(endOffset) };
  };

  const open = (turn: () => Promise<void> = async () => Promise.resolve()): MemoryPublisher => {
    const faults: PublishFault[] = [];
    const published: number[] = [];
    let [up, dead] = [true, false];

    const step = async (): Promise<void> => {
      await turn();
      if (dead || !up) throw new Fault('unavailable', 'the servers do not answer');
    };

    const publish = async (events: readonly StoredEvent[]): Promise<readonly PublishedRecords[]> => {
      const places: PublishedRecords[] = [];
      const fault = faults.shift();
      const until = fault === 'before' ? 0 : fault === 'midway' ? Math.ceil(events.length / 2) : events.length;
      for (const event of events.slice(0, until)) {
        for (const topic of topicsOf(event)) {
          await step();
          places.push(add(event, topic));
        }
      }
      await step();
      if (fault !== undefined) throw new Fault('unavailable', `the publish failed: ${fault}`);
      published.push(events.length);
      return places;
    };

    return Object.freeze({
      publish,
      endOffsets: async () => {
        await step();
        return partitions().map(({ topic, partition, records }) => ({
          topic,
          partition,
          endOffset: String(records.length),
        }));
      },
      mark: async () => {
        await step();
        return saved;
      },
      saveMark: async (mark: RelayMark) => {
        await step();
        saved = mark;
      },
      fail: (...next: readonly PublishFault[]) => void faults.push(...next),
      reach: (now: boolean) => {
        up = now;
      },
      kill: () => {
        dead = true;
      },
      published,
    });
  };

  return Object.freeze({
    partitions,
    mark: () => saved,
    open,
    lose: make,
    remove: (topic: string) => void topics.delete(topic),
    restore: make,
    loseMark: () => {
      saved = undefined;
    },
  });
};

/** The records that a reader of a partition takes, from its beginning. */
export const readOnce = (records: readonly StoredEvent[]): readonly StoredEvent[] => {
  let highest: Position = START;
  return records.filter(({ position }) => {
    const isNew = position > highest;
    if (isNew) highest = position;
    return isNew;
  });
};

/** How the topics, read once, differ from the log (I16): each partition must be its events of the log, in order. */
export const topicFlaws = (topics: MemoryTopics, log: readonly StoredEvent[]): readonly string[] =>
  topics.partitions().flatMap(({ topic, partition, records }) => {
    const expected = log.filter((event) => topicsOf(event).includes(topic) && partitionOf(event.stream) === partition);
    const seen = readOnce(records);
    return JSON.stringify(seen) === JSON.stringify(expected)
      ? []
      : [`${topic}/${partition} has ${seen.length} of ${expected.length} events`];
  });
