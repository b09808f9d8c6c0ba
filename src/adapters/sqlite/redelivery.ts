/** Hands redriven dead letters over again: each once at a time, and no more than there is room for. */
import type { Position } from '../../kernel/position.ts';
import type { Offer } from '../../messaging/delivery.ts';
import type { Logger } from '../../ports/basics.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import type { DeadLetters, Redriven } from './dead-letters.ts';

export type RedeliveryDeps = {
  readonly feed: Pick<EventFeed, 'read'>;
  readonly letters: Pick<DeadLetters, 'redriven' | 'unbury' | 'restore'>;
  readonly consumer: string;
  readonly categories: readonly string[];
  readonly logger: Logger;
};

/** Takes the message of a letter. */
export type Take = (event: StoredEvent, before: Position, letter: Pick<Offer, 'settle' | 'ended'>) => void;

/** `takerOf` answers undefined for a letter that this consumer cannot take at present: it waits in the storage. */
export const createRedelivery = ({ feed, letters, consumer, categories, logger }: RedeliveryDeps) => {
  const underWay = new Set<string>();

  return async (takerOf: (letter: Redriven) => Take | undefined): Promise<void> => {
    for (const letter of await letters.redriven(consumer)) {
      const { id, before, position } = letter;
      if (underWay.has(id) || takerOf(letter) === undefined) continue;
      const event = await eventAt(feed, before, position, categories);
      if (event === undefined) {
        logger.error({ letter: id }, 'the log has no event for a dead letter');
        await letters.restore(id);
        continue;
      }
      // Its partition may have gone to another member meanwhile.
      const take = takerOf(letter);
      if (take === undefined) continue;
      underWay.add(id);
      take(event, before, { settle: async () => letters.unbury(id), ended: () => underWay.delete(id) });
    }
  };
};

const eventAt = async (
  feed: Pick<EventFeed, 'read'>,
  before: Position,
  position: Position,
  categories: readonly string[],
): Promise<StoredEvent | undefined> => {
  for await (const { events, through } of feed.read(before, { categories, batchMax: 1 })) {
    const found = events.find((event) => event.position === position);
    if (found !== undefined || through >= position) return found;
  }
  return undefined;
};
