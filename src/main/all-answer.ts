/** Whether a start can count on its servers: it waits for none that says nothing. */
import { limits } from '../kernel/limits.ts';
import { inTime } from './in-time.ts';
import type { Server } from './open-stores.ts';
import type { System } from './system.ts';

/** Asks all at once; those that do not answer within `limits.readyPingMs` are named in the log. */
export const allAnswer = async (
  servers: readonly Server[],
  { timers, logger }: Pick<System, 'timers' | 'logger'>,
): Promise<boolean> => {
  const answers = await Promise.all(
    servers.map(async ({ name, ping }) => ({
      name,
      here: await inTime(
        timers,
        limits.readyPingMs,
        ping().then(() => true),
        false,
      ),
    })),
  );
  const away = answers.filter(({ here }) => !here).map(({ name }) => name);
  if (away.length > 0) logger.warn({ servers: away }, 'the start goes on without servers that do not answer');
  return away.length === 0;
};
