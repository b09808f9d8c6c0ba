/** Reads by id need only the log. */
import { isDamagedDocument } from '../../kernel/damaged-document.ts';
import { isFault } from '../../kernel/faults.ts';
import { Unfoldable } from '../../kernel/unfoldable.ts';

/** Whether the read store is down or damaged, or a fold does not take a later event: the streams tell then. */
export const cannotTell = (error: unknown): boolean =>
  isFault(error, 'unavailable') || isDamagedDocument(error) || error instanceof Unfoldable;
