/**
 * How long a start waits for the servers of the log and the read models: not at all for silent ones. It waits for no
 * other server: a damaged log stays damaged without its messages.
 */
import { inTime } from '../kernel/in-time.ts';
import { limits } from '../kernel/limits.ts';
import type { Server, ServerName } from './open-stores.ts';
import type { System } from './system.ts';

export type StartPatience = {
  /** Whether silent servers are waited for in the background; without servers the fault is thrown. */
  readonly patient: boolean;
  /** Whether there is hope that all that is needed answers now. */
  readonly now: boolean;
};

const KEEPERS: ReadonlySet<ServerName> = new Set(['eventstoredb', 'mongodb']);

/** Asks them all at once; those that do not answer within `limits.readyPingMs` are named in the log. */
export const startPatience = async (
  servers: readonly Server[],
  { timers, logger }: Pick<System, 'timers' | 'logger'>,
): Promise<StartPatience> => {
  const keepers = servers.filter(({ name }) => KEEPERS.has(name));
  const answers = await Promise.all(
    keepers.map(async ({ name, ping }) => {
      const answered = ping().then(() => true);
      return { name, here: await inTime(timers, limits.readyPingMs, answered, false) };
    }),
  );
  const away = answers.filter(({ here }) => !here).map(({ name }) => name);
  if (away.length > 0) logger.warn({ servers: away }, 'the start goes on without servers that do not answer');
  return { patient: keepers.length > 0, now: away.length === 0 };
};
