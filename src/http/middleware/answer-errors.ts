/** The last words on a request: whatever was thrown becomes a code, and only the log learns more. */
import type { ErrorCode } from '../../kernel/error-codes.ts';
import { BrokenInvariant } from '../../kernel/faults.ts';
import type { Logger } from '../../ports/basics.ts';
import { refuse } from '../answers/send.ts';
import { codeOfError } from '../errors/code-of-error.ts';
import { refusal } from '../errors/refusal.ts';
import type { Middleware } from '../transport/exchange.ts';

export type ErrorDependencies = {
  readonly logger: Logger;
  readonly fatal: (error: BrokenInvariant) => void;
};

/** Errors that neither a client nor time repairs. */
const FOR_OPERATORS: ReadonlySet<ErrorCode> = new Set(['internal_error', 'log_corrupt', 'content_lost']);

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
      refuse(context, refusal(code));
      if (error instanceof BrokenInvariant) fatal(error);
    }
  };
