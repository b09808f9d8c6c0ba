/** Counts and times answers, and writes one line for each: at debug level, because a busy poll is no news. */
import type { Clock, Logger, Metrics } from '../../ports/basics.ts';
import type { Middleware } from '../transport/exchange.ts';

export type MeasureDependencies = {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

export const measure = ({ clock, metrics, logger }: MeasureDependencies): Middleware => {
  let inFlight = 0;
  return async (context, next) => {
    const start = clock.monotonic();
    metrics.gauge('pi_http_in_flight', (inFlight += 1));
    await next();
    metrics.gauge('pi_http_in_flight', (inFlight -= 1));
    const ms = clock.monotonic() - start;
    const { operation: declared, refused, flaw, requestId } = context.state;
    const operation = declared?.operationId ?? 'none';
    const status = String(context.status);
    metrics.count('pi_http_requests_total', { operation, status });
    metrics.observe('pi_http_request_seconds', ms / 1_000, { operation });
    if (refused !== undefined) metrics.count('pi_http_refusals_total', { code: refused });
    logger.debug({ requestId, operation, status, refused, ...(flaw !== undefined && { flaw }), ms }, 'answered');
  };
};
