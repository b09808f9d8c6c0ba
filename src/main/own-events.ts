/** On a shared server the log is our own part of it: streams of other categories are no damage. */
import { eventTypes } from '../../events/registry.ts';
import type { EventFeed, FeedOptions } from '../ports/event-feed.ts';

/** Every category that the service writes. */
export const categories: readonly string[] = [...new Set(eventTypes.map(({ category }) => category))];

export const ownEvents = (feed: EventFeed): EventFeed => {
  const own = (options: FeedOptions = {}): FeedOptions => ({ categories, ...options });
  return Object.freeze({
    ...feed,
    read: (position, options) => feed.read(position, own(options)),
    subscribe: (position, options) => feed.subscribe(position, own(options)),
  } satisfies EventFeed);
};
