/** Removes the leftovers of crashed writers and engine calls: at the start and each day, in the background. */
import { limits } from '../kernel/limits.ts';
import type { Core } from './core.ts';

/** `stop` ends it early and waits for it. A failure is logged and left to the next time: leftovers harm nothing. */
export const sweepObjects = ({ stores, scratch, system }: Pick<Core, 'stores' | 'scratch' | 'system'>) => {
  const { logger, background } = system;
  const stopping = new AbortController();
  const sweep = async (): Promise<number> =>
    ((await stores.sweep?.(limits.objectDraftAgeMaxMs, stopping.signal)) ?? 0) +
    (await scratch.sweep(limits.scratchAgeMaxMs));
  const sweepOnce = async (): Promise<void> => {
    try {
      const removed = await sweep();
      if (removed > 0) logger.info({ removed }, 'drafts of objects and scratch folders that a crash left were removed');
    } catch (error) {
      logger.warn({ err: error }, 'leftovers of crashes could not be removed');
    }
  };
  const sweepAgain = async (): Promise<void> => {
    do {
      await sweepOnce();
      await background.sleep(limits.sweepEveryMs, stopping.signal).catch(() => undefined);
    } while (!stopping.signal.aborted);
  };
  const sweeping = sweepAgain();
  return Object.freeze({
    stop: async (): Promise<void> => {
      stopping.abort();
      await sweeping;
    },
  });
};
