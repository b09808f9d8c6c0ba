/** Looks that may be older than the log, because something later holds them against it. */
import type { CommandHandler } from './handle-command.ts';

/**
 * Reads a stream as this process last knew it, and one that it does not know as it is now. For a decision that an
 * append at the very revision confirms. What such a look refuses has to be looked at anew.
 */
export const recalling = ({ readSince }: Pick<CommandHandler, 'readSince'>): Pick<CommandHandler, 'read'> => ({
  read: async (decider, stream) => readSince(decider, stream, 'none'),
});
