/** The contract of every event feed: see src/ports/event-feed.ts. Others may write to the same log at any moment. */
import { reading } from './checks/event-feed-reading.ts';
import { following } from './checks/event-feed-following.ts';

export const eventFeedChecks = { ...reading, ...following };
