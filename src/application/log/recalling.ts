/** Looks that may be older than the log, because something later holds them against it. */
import type { CommandHandler } from './command-handler.ts';

/**
 * Reads a stream from memory, and an unknown one from the store. For a decision that an append at the very revision
 * confirms. A refusal on such a state must be checked anew.
 */
export const recalling = ({ readSince }: Pick<CommandHandler, 'readSince'>): Pick<CommandHandler, 'read'> => ({
  read: async (decider, stream) => readSince(decider, stream, 'none'),
});
