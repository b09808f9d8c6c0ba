/**
 * The message log on a real broker as the contract wants it. The messages are appended to an embedded log in memory,
 * which a small pump publishes, as the relay does. All subjects of a file share log, pump and topics, which are slow to
 * make. Retries and parking go by a clock of the subject's own; waits for the broker go by real time.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openKafka, type KafkaConnection } from '../../../src/adapters/kafka/open-kafka.ts';
import { createClock } from '../../../src/adapters/system/clock.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { categoryOf } from '../../../src/kernel/event.ts';
import { isFault } from '../../../src/kernel/faults.ts';
import { topicSettings, type TopicSetting } from '../../../src/kernel/topics.ts';
import type { EncodedEvent, EventStore } from '../../../src/ports/event-store.ts';
import { createFakeClock, type FakeClock } from '../../support/kernel/fake-clock.ts';
import { silentLogger } from '../../support/kernel/silent-logger.ts';
import { createMemoryLog } from '../../support/log/memory-log.ts';
import { createSeverable } from '../../support/adapters/severable.ts';
import type { MessageSubject } from '../message-log.contract.ts';

type Close = () => Promise<void>;

export type SharedLog = {
  readonly openSubject: () => Promise<MessageSubject>;
  readonly close: Close;
};

/** The length of a step of `until` on the broker's clock: a minute of steps outlasts a lost session. */
const STEP_REAL_MS = 10;
/** From here on real time passes too: the check wants to see that nothing happens, or that a group settles. */
const LONG_MS = 500;

export const openSharedLog = (brokers: readonly string[]): SharedLog => {
  const log = createMemoryLog();
  const topicPrefix = `check-${randomUUID()}.`;
  const topics: TopicSetting[] = [...topicSettings(['job', 'media'])];
  const real = { clock: createClock(), timers: createTimers() };
  const settings = { brokers, topics, topicPrefix, logger: silentLogger };
  const relay = openKafka({ ...settings, ...real, clientId: 'relay' });
  let published = '';
  let pumping: Promise<void> | undefined;

  const made = new Map<string, Promise<unknown>>();
  const makeTopic = async (category: string): Promise<void> => {
    const [own] = topicSettings([category]);
    if (own !== undefined && topics.every(({ topic }) => topic !== own.topic)) topics.push(own);
    await relay.ensureTopics();
  };
  const ensureTopic = async (category: string): Promise<void> => {
    const making = made.get(category) ?? makeTopic(category);
    made.set(category, making);
    await making;
  };

  const pumpOnce = async (): Promise<void> => {
    for await (const { events, through } of log.feed.read(published)) {
      for (const category of new Set(events.map(({ stream }) => categoryOf(stream)))) await ensureTopic(category);
      await relay.publisher.publish(events);
      published = through;
    }
  };
  /** As the relay does, it publishes again what may not be published: a broker takes a while to lead a new topic. */
  const pump = async (): Promise<void> => {
    pumping ??= pumpOnce()
      .catch((error: unknown) => {
        if (!isFault(error, 'unavailable')) throw error;
      })
      .finally(() => {
        pumping = undefined;
      });
    return pumping;
  };

  const store: EventStore = {
    ...log.store,
    append: async (stream, expected, events) => log.store.append(stream, expected, events.map(complete)),
  };

  const openSubject = async (): Promise<MessageSubject> => {
    const clocks = new Set<FakeClock>();
    const crashed = new Set<FakeClock>();
    const open: Close[] = [];

    const pass = async (ms: number): Promise<void> => {
      await pump();
      await wait(ms < LONG_MS ? STEP_REAL_MS : ms);
      await Promise.all([...clocks].map(async (clock) => clock.advance(ms)));
    };

    const another = async (): Promise<MessageSubject> => {
      const fake = createFakeClock();
      const { connect, sever } = createSeverable();
      clocks.add(fake);
      const kafka = openKafka({
        ...settings,
        clientId: 'member',
        ...real,
        background: createTimers({ background: true }),
        pace: fake.timers,
        connect,
      });
      open.push(async () => kafka.close());
      const crash = async (): Promise<void> => {
        sever();
        clocks.delete(fake);
        crashed.add(fake);
      };
      const messages = madeBefore(kafka, ensureTopic);
      return { store, messages, pass, another, crash, close: async () => kafka.close() };
    };

    const close = async (): Promise<void> => {
      for (const clock of crashed) clocks.add(clock);
      const state = { closed: false };
      const closing = Promise.all(open.map(async (one) => one())).finally(() => {
        state.closed = true;
      });
      // Hanging work is given up after a while, as at any shutdown.
      while (!state.closed) {
        await wait(STEP_REAL_MS);
        await Promise.all([...clocks].map(async (clock) => clock.advance(1_000)));
      }
      await closing;
    };
    return { ...(await another()), close };
  };

  return {
    openSubject,
    close: async () => {
      await relay.close();
      await log.close();
    },
  };
};

/** Topics are made by a script before anything runs; here they are as soon as a check names them. */
const madeBefore = (
  { messages }: KafkaConnection,
  ensureTopic: (category: string) => Promise<void>,
): KafkaConnection['messages'] => ({
  ...messages,
  consume: async (options) => {
    await ensureTopic(options.topic.split('.')[1] ?? '');
    return messages.consume(options);
  },
});

/** Records carry more of the metadata than the checks write. */
const complete = (event: EncodedEvent): EncodedEvent => {
  const metadata = { at: '2026-11-21T10:00:00.000Z', correlationId: 'check', v: 1 };
  return { ...event, metadata: JSON.stringify({ ...metadata, ...(JSON.parse(event.metadata) as object) }) };
};
