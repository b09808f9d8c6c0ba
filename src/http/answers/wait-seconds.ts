/** `Prefer: wait=N` (RFC 7240): how long a client is content to wait for something new. */
import { limits } from '../../kernel/limits.ts';

const WAIT = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?\s*(?:$|[,;])/i;

/** Whole seconds, at most `limits.longPollMaxMs`; 0 when there is no such preference, or none that can be read. */
export const waitSeconds = (prefer: string | undefined): number => {
  if (prefer === undefined) return 0;
  const seconds = Number(WAIT.exec(prefer)?.[1] ?? 0);
  return Math.min(seconds, limits.longPollMaxMs / 1_000);
};
