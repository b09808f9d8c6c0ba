/**
 * Topics are a pure function of events. The relay publishes by it, and the embedded message log reads the feed by it.
 * Commands never publish.
 */
import { categoryOf } from './event.ts';
import { limits } from './limits.ts';

export const DISPATCH_TOPIC = 'pi.dispatch.v1';
export const DEAD_LETTER_TOPIC = 'pi.dead-letter.v1';

/** The topic of all events of a category. */
export const categoryTopic = (category: string): string => `pi.${category}.v1`;

/** Types that are work for dispatchers. */
const DISPATCH_TYPES: ReadonlySet<string> = new Set(['TaskDispatched']);

type Addressed = { readonly stream: string; readonly type: string };

/** All topics that an event belongs to, its category's first. */
export const topicsOf = (event: Addressed): readonly string[] => {
  const own = categoryTopic(categoryOf(event.stream));
  return DISPATCH_TYPES.has(event.type) ? [own, DISPATCH_TOPIC] : [own];
};

/** The categories whose events a topic may hold: a reader of the feed needs no others. */
export const categoriesOf = (topic: string): readonly string[] =>
  topic === DISPATCH_TOPIC ? ['job'] : [topic.split('.')[1] ?? ''];

/** How a topic is made: data for the script that makes topics, for adapters, and for the AsyncAPI document. */
export type TopicSetting = {
  readonly topic: string;
  /** Fixed: with another number, keys move to other partitions, and the order of their events is lost. */
  readonly partitions: number;
  readonly cleanupPolicy: 'delete';
  /** -1: for ever. */
  readonly retentionMs: number;
};

const setting = (topic: string, partitions: number, retentionMs: number): TopicSetting =>
  Object.freeze({ topic, partitions, cleanupPolicy: 'delete', retentionMs });

/**
 * Every topic there is, given the categories there are (`events/registry.ts`). Analysts rebuild from the categories'
 * topics, and dead letters wait for a person: both stay. Work for dispatchers is in the jobs' topic too.
 */
export const topicSettings = (categories: readonly string[]): readonly TopicSetting[] => [
  ...[...new Set(categories)].map((category) => setting(categoryTopic(category), partitionsOf(category), -1)),
  setting(DISPATCH_TOPIC, limits.messagePartitions, limits.dispatchRetentionMs),
  setting(DEAD_LETTER_TOPIC, 1, -1),
];

/** The log's own events are a handful, in one stream. */
const partitionsOf = (category: string): number => (category === 'system' ? 1 : limits.messagePartitions);
