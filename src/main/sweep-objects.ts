/** Removes the leftovers of crashed writers and engine calls: once at the start, in the background. */
import { limits } from '../kernel/limits.ts';
import type { Core } from './core.ts';

/** `stop` ends it early and waits for it. A failure is logged and left to the next start: leftovers harm nothing. */
export const sweepObjects = ({ stores, scratch, system }: Pick<Core, 'stores' | 'scratch' | 'system'>) => {
  const { logger } = system;
  const stopping = new AbortController();
  const sweep = async (): Promise<number> =>
    ((await stores.sweep?.(limits.objectDraftAgeMaxMs, stopping.signal)) ?? 0) +
    (await scratch.sweep(limits.scratchAgeMaxMs));
  const sweeping = sweep().then(
    (removed) => {
      if (removed > 0) logger.info({ removed }, 'drafts of objects and scratch folders that a crash left were removed');
    },
    (error: unknown) => logger.warn({ err: error }, 'leftovers of crashes could not be removed'),
  );
  return Object.freeze({
    stop: async (): Promise<void> => {
      stopping.abort();
      await sweeping;
    },
  });
};
