/** Events are folded in the order of the log or not at all: a feed that shows them otherwise is not believed. */
import { Fault } from '../../../kernel/faults.ts';
import type { Position } from '../../../kernel/position.ts';
import type { FeedBatch } from '../../../ports/event-feed.ts';

/**
 * Checks that a batch goes on after `position`, and that each event is behind the one before it. None of them is past
 * `through`. Fault `unavailable`: events folded since the last store must be folded again.
 */
export const assertInOrder = (position: Position, { events, through }: FeedBatch): void => {
  let last = position;
  for (const event of events) {
    if (event.position <= last) throw outOfOrder(event.position, last);
    last = event.position;
  }
  if (through < last) throw outOfOrder(through, last);
};

const outOfOrder = (position: Position, last: Position): Fault =>
  new Fault('unavailable', `the feed shows ${position} after ${last}`, { detail: { position, last } });
