/** Looks after connections while a server listens, and says which were cut. */
import { limits } from '../../kernel/limits.ts';
import type { Clock, Logger, Metrics, Timers } from '../../ports/basics.ts';
import type { Connections, Cut } from './connections.ts';

type Watching = { readonly timers: Pick<Timers, 'sleep'>; readonly metrics: Metrics };
type Telling = {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Metrics;
};

/** Until the signal aborts; never rejects. */
export const watchConnections = async (
  connections: Connections,
  { timers, metrics }: Watching,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    await timers.sleep(limits.connectionsCheckMs, signal).catch(() => undefined);
    connections.look();
    metrics.gauge('pi_http_connections', [...connections.open()].length);
  }
};

/** Counts each; the log has one line for many, as clients that are cut come back. */
export const tellOfCuts = ({ clock, logger, metrics }: Telling): ((why: Cut) => void) => {
  let told = -Infinity;
  let cut = 0;
  return (why) => {
    metrics.count('pi_http_connections_cut_total', { why });
    // A client that was refused and does not hang up is no news.
    if (why === 'ended') return;
    cut += 1;
    if (clock.monotonic() - told < limits.cutsToldEveryMs) return;
    told = clock.monotonic();
    logger.warn({ why, cut }, 'connections that wait for their clients were cut');
    cut = 0;
  };
};
