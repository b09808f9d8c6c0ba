/** The last words on a request: whatever was thrown becomes a code, and only the log learns more. */
import { hasSpentNothing } from '../../application/calls/before-spending.ts';
import { isDamagedDocument } from '../../kernel/damaged-document.ts';
import { isStorageFull } from '../../kernel/disk-fault.ts';
import type { ErrorCode } from '../../application/calls/error-codes.ts';
import { BrokenInvariant, type FaultCode, isFault } from '../../kernel/faults.ts';
import { Unfoldable } from '../../kernel/unfoldable.ts';
import { limits } from '../../kernel/limits.ts';
import type { Logger } from '../../ports/basics.ts';
import { send } from '../answers/send.ts';
import { refusal, type Refusal } from '../errors/refusal.ts';
import type { Middleware } from '../transport/exchange.ts';

export type ErrorDependencies = {
  readonly logger: Logger;
  readonly fatal: (error: BrokenInvariant) => void;
};

/** Errors that neither a client nor time repairs. */
const FOR_OPERATORS: ReadonlySet<ErrorCode> = new Set(['internal_error', 'log_corrupt', 'content_lost']);

const FULL = 'The storage of the service is full: ask again once there is room';

const refusalOf = (error: unknown, code: ErrorCode): Refusal =>
  refusal(code, isStorageFull(error) ? FULL : undefined, {
    ...(isStorageFull(error) ? { retryAfterSeconds: limits.storageFullRetrySeconds } : {}),
    ...(hasSpentNothing(error) ? { nothingSpent: true } : {}),
  });

export const answerErrors =
  ({ logger, fatal }: ErrorDependencies): Middleware =>
  async (context, next) => {
    try {
      await next();
    } catch (error) {
      const { requestId, operation } = context.state;
      const code = codeOfError(error);
      const line = { requestId, operation: operation?.operationId, code, err: error };
      if (FOR_OPERATORS.has(code)) logger.error(line, 'a request failed');
      else logger.warn(line, 'a request met a fault');
      send(context, refusalOf(error, code));
      if (error instanceof BrokenInvariant) fatal(error);
    }
  };

const codes: Readonly<Record<FaultCode, ErrorCode>> = {
  // Given up after the bounded retries: nothing of this append was written.
  conflict: 'service_unavailable',
  unavailable: 'service_unavailable',
  // The service is stopping, or the caller has gone.
  cancelled: 'service_unavailable',
  ambiguous: 'outcome_unknown',
  unknown_outcome: 'outcome_unknown',
  corrupt: 'log_corrupt',
  lost: 'content_lost',
  // Those of these that a caller can cause were refused before: here they are our own bugs.
  too_large: 'internal_error',
  not_found: 'internal_error',
  invalid: 'internal_error',
  rejected: 'internal_error',
};

/** The public code of a fault. The fault's own text is never sent: it may hold a path, an address, SQL. */
export const codeOfError = (error: unknown): ErrorCode => {
  // The log is whole: a rebuild, or another version of the fold, mends the read model.
  if (isDamagedDocument(error) || error instanceof Unfoldable) return 'service_unavailable';
  return isFault(error) ? codes[error.code] : 'internal_error';
};
