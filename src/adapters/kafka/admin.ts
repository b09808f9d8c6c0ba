/** Questions about the server itself: one connection, made when the first is asked, and again after one failed. */
import type { Admin, Kafka } from 'kafkajs';
import { logClosed } from '../../messaging/message-log.ts';
import type { Timers } from '../../ports/basics.ts';
import { unavailable, untilLeft } from './client.ts';
import type { Held } from './part.ts';

export type LazyAdmin = {
  /** Fault `unavailable`. */
  ask<R>(question: (admin: Admin) => Promise<R>): Promise<R>;
  close(): Promise<void>;
};

export const createLazyAdmin = (client: Kafka, timers: Timers): LazyAdmin => {
  let connected: Promise<Admin> | undefined;
  let stopped = false;

  const connect = async (): Promise<Admin> => {
    const admin = client.admin();
    await admin.connect();
    return admin;
  };

  /** A late failure may be of an earlier connection: its replacement stays. */
  const disconnect = async (from: Promise<Admin> | undefined): Promise<void> => {
    if (from === undefined || from !== connected) return;
    connected = undefined;
    await untilLeft(
      timers,
      from.then(async (admin) => admin.disconnect()),
    );
  };

  return Object.freeze({
    ask: async <R>(question: (admin: Admin) => Promise<R>): Promise<R> => {
      if (stopped) throw logClosed();
      const asked = (connected ??= connect());
      try {
        return await question(await asked);
      } catch (error) {
        disconnect(asked).catch(() => undefined);
        throw unavailable(error);
      }
    },
    close: async () => {
      stopped = true;
      await disconnect(connected);
    },
  });
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
