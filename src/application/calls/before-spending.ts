/** Steps of a paid call before its credits are held, where nothing else carries the call on. */
import { Fault, isFault } from '../../kernel/faults.ts';

const NOTHING_SPENT = 'nothingSpent';

/** A fault `unavailable` of the step says that nothing was written: so nothing is held, and the fault tells it. */
export const beforeSpending = async <T>(step: Promise<T>): Promise<T> => {
  try {
    return await step;
  } catch (error) {
    if (!isFault(error, 'unavailable')) throw error;
    const { code, message, retriable, detail } = error;
    throw new Fault(code, message, { retriable, cause: error, detail: { ...detail, [NOTHING_SPENT]: true } });
  }
};

export const hasSpentNothing = (error: unknown): boolean => isFault(error) && error.detail[NOTHING_SPENT] === true;
