/** The public code of a fault. The fault's own text is never sent: it may hold a path, an address, SQL. */
import type { ErrorCode } from '../../kernel/error-codes.ts';
import { isDamagedDocument } from '../../kernel/damaged-document.ts';
import { type FaultCode, isFault } from '../../kernel/faults.ts';
import { Unfoldable } from '../../kernel/unfoldable.ts';

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

export const codeOfError = (error: unknown): ErrorCode => {
  // The log is whole: a rebuild, or another version of the fold, mends the read model.
  if (isDamagedDocument(error) || error instanceof Unfoldable) return 'service_unavailable';
  return isFault(error) ? codes[error.code] : 'internal_error';
};
