/**
 * The operations that the state of the log forbids. A damaged log takes no paid work. A log whose history differs from
 * the sealed one takes no request at all. Until a long log is checked as a whole, paid work waits.
 */
import { refused } from '../application/calls/result.ts';
import { isRewritten } from '../application/log/verify-log.ts';
import type { LogStanding } from '../http/gates/gates.ts';
import type { LogWatch } from './watch-log.ts';

export const createLogStanding = (log: Pick<LogWatch, 'fault' | 'proving'>): LogStanding => ({
  whyNotIn: () => {
    const fault = log.fault();
    if (fault === undefined || !isRewritten(fault)) return undefined;
    return refused('log_corrupt', 'the log is not the one that was sealed: nothing that it says can be believed');
  },
  whyNotPaid: () => {
    if (log.fault() !== undefined) {
      return refused('log_corrupt', 'the log is damaged: paid work waits until it is repaired');
    }
    if (!log.proving()) return undefined;
    return refused('service_unavailable', 'the log is being checked after a start: paid work waits for it');
  },
});
