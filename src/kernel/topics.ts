/**
 * Topics are a pure function of events: the relay publishes by it, the embedded message log reads the feed by it.
 * Commands never publish (design, section 8).
 */
import { categoryOf } from './event.ts';

export const DISPATCH_TOPIC = 'pi.dispatch.v1';
export const DEAD_LETTER_TOPIC = 'pi.dead-letter.v1';

/** The topic of all events of a category. */
export const categoryTopic = (category: string): string => `pi.${category}.v1`;

/** Types that are work for dispatchers. */
const DISPATCH_TYPES: ReadonlySet<string> = new Set(['FrameDispatched', 'MediaSceneDispatched']);

type Addressed = { readonly stream: string; readonly type: string };

/** All topics that an event belongs to, its category's first. */
export const topicsOf = (event: Addressed): readonly string[] => {
  const own = categoryTopic(categoryOf(event.stream));
  return DISPATCH_TYPES.has(event.type) ? [own, DISPATCH_TOPIC] : [own];
};

/** The categories whose events a topic may hold: what a reader of the feed has to look at. */
export const categoriesOf = (topic: string): readonly string[] =>
  topic === DISPATCH_TOPIC ? ['job', 'media'] : [topic.split('.')[1] ?? ''];
