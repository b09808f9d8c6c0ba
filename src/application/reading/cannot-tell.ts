/** Reads by id need only the log. */
import { isDamagedDocument } from '../../kernel/damaged-document.ts';
import { isFault } from '../../kernel/faults.ts';

/** Whether the read store is down or damaged: the streams tell then. */
export const cannotTell = (error: unknown): boolean => isFault(error, 'unavailable') || isDamagedDocument(error);
