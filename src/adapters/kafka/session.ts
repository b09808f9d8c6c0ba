/**
 * One session of a consumer in its group, from its connection to its end. kafkajs restarts none by itself. The opener
 * does, with a new connection, so every kind of trouble has one way back.
 */
import type { Batch, Consumer, EachBatchPayload, Kafka, Offsets } from 'kafkajs';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';
import { createAssigner } from './assigner.ts';
import { untilLeft } from './client.ts';

export type Assignment = Readonly<Record<string, readonly number[]>>;
export type Place = { readonly topic: string; readonly partition: number; readonly offset: number };

export type SessionEvents = {
  /** The group changes: this member still has its partitions, and is about to join anew. */
  readonly changing: () => void;
  /** It asks to join: until `joined` nothing is surely its own. */
  readonly joining: () => void;
  readonly joined: (memberId: string, assignment: Assignment) => void;
  /** The group has heard of this member. */
  readonly beat: () => void;
  /** `taken` is called with each record that need not be fetched again. Must not throw. */
  readonly batch: (batch: Batch, taken: (offset: string) => void) => void;
};

export type Session = {
  /** Resolves when it has ended by itself, with the cause; rejects when it could not begin. */
  run(): Promise<unknown>;
  pause(): void;
  resume(): void;
  /** Where to read on in a partition that it has. */
  seek(place: Place): void;
  /** Tries once. Rejects when the group has changed, among others. */
  commit(places: readonly Place[]): Promise<void>;
  /** Leaves the group, if the server still listens. Nothing is heard of it afterwards. */
  close(): Promise<void>;
};

export type SessionDeps = {
  readonly client: Kafka;
  readonly groupId: string;
  readonly topics: readonly string[];
  readonly timers: Timers;
  readonly events: SessionEvents;
};

export const openSession = ({ client, groupId, topics, timers, events }: SessionDeps): Session => {
  const ended = Promise.withResolvers<unknown>();
  let alive = true;
  let commitOffsets: ((offsets: Offsets) => Promise<void>) | undefined;
  const whileAlive = (tell: () => void): void => {
    if (alive) tell();
  };

  const consumer = client.consumer({
    groupId,
    partitionAssigners: [createAssigner(() => whileAlive(events.joining))],
    sessionTimeout: limits.kafkaSessionMs,
    rebalanceTimeout: limits.kafkaSessionMs,
    heartbeatInterval: limits.kafkaBeatMs,
    maxWaitTimeInMs: limits.kafkaFetchWaitMs,
    maxBytes: limits.kafkaFetchBytesMax,
    allowAutoTopicCreation: false,
    retry: { retries: 5, restartOnFailure: async () => false },
  });
  listen(consumer, events, whileAlive, ended.resolve);

  /** Returns at once: handlers are nothing that a heartbeat could wait for. */
  const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
    commitOffsets = async (offsets) => payload.commitOffsetsIfNecessary(offsets);
    whileAlive(() => events.batch(payload.batch, (offset) => payload.resolveOffset(offset)));
  };

  const steps = [
    async () => consumer.connect(),
    async () => consumer.subscribe({ topics: [...topics], fromBeginning: true }),
    async () => consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch }),
  ];
  const begin = async (): Promise<void> => {
    for (const step of steps) if (alive) await step();
  };
  let begun: Promise<void> = Promise.resolve();

  return Object.freeze({
    run: async () => {
      begun = begin();
      await begun;
      return ended.promise;
    },
    pause: () => whileAlive(() => consumer.pause(topics.map((topic) => ({ topic })))),
    resume: () => whileAlive(() => consumer.resume(topics.map((topic) => ({ topic })))),
    seek: ({ topic, partition, offset }: Place) => consumer.seek({ topic, partition, offset: String(offset) }),
    commit: async (places: readonly Place[]) => {
      // `consumer.commitOffsets` would try again after the group has changed, for partitions that are another's then.
      await commitOffsets?.({
        topics: [...Map.groupBy(places, ({ topic }) => topic)].map(([topic, partitions]) => ({
          topic,
          partitions: partitions.map(({ partition, offset }) => ({ partition, offset: String(offset) })),
        })),
      });
    },
    close: async () => {
      alive = false;
      ended.resolve(undefined);
      // Told to stop while it joins, kafkajs forgets about it and then consumes for ever: it is told afterwards.
      const leaving = begun.catch(() => undefined).then(async () => consumer.disconnect());
      await untilLeft(timers, leaving);
    },
  });
};

const listen = (
  consumer: Consumer,
  events: SessionEvents,
  whileAlive: (tell: () => void) => void,
  end: (error: unknown) => void,
): void => {
  const { REBALANCING, GROUP_JOIN, HEARTBEAT, CRASH } = consumer.events;
  consumer.on(REBALANCING, () => whileAlive(events.changing));
  consumer.on(GROUP_JOIN, ({ payload }) => whileAlive(() => events.joined(payload.memberId, payload.memberAssignment)));
  consumer.on(HEARTBEAT, () => whileAlive(events.beat));
  consumer.on(CRASH, ({ payload }) => end(payload.error));
};
