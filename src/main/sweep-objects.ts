/** Removes what writers of objects left when they crashed: once at the start, in the background. */
import { limits } from '../kernel/limits.ts';
import type { Core } from './core.ts';

/** `stop` ends it early and waits for it. A failure is logged and left to the next start: drafts harm nothing. */
export const sweepObjects = ({ stores, system }: Pick<Core, 'stores' | 'system'>) => {
  const { logger } = system;
  const stopping = new AbortController();
  const sweep = stores.sweep ?? (async () => Promise.resolve(0));
  const sweeping = sweep(limits.objectDraftAgeMaxMs, stopping.signal).then(
    (removed) => {
      if (removed > 0) logger.info({ removed }, 'drafts of objects that a crash left were removed');
    },
    (error: unknown) => logger.warn({ err: error }, 'drafts of objects could not be removed'),
  );
  return Object.freeze({
    stop: async (): Promise<void> => {
      stopping.abort();
      await sweeping;
    },
  });
};
