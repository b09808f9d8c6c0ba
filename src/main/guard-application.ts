/**
 * What the state of the log keeps from being done. While it is damaged nothing is paid that it would have to vouch for;
 * where its history is another one than was sealed, nothing is let in at all. Until a long log was checked as a whole,
 * paid work waits.
 */
import { isRewritten } from '../application/verify-log.ts';
import { refused } from '../application/application.ts';
import type { Application, Refused, Result } from '../application/application.ts';
import type { LogWatch } from './watch-log.ts';

type Spends = 'generate' | 'generatePlan' | 'repair' | 'generateImage' | 'storyboardBatch';

type Why = () => Refused | undefined;

/** Every use case of an operation of class Spend is refused while the log cannot vouch for it; all others go on. */
export const guardApplication = (application: Application, log: Pick<LogWatch, 'fault' | 'proving'>): Application => {
  const guarded =
    <A extends readonly unknown[], T>(use: (...asked: A) => Promise<Result<T>>, why: Why) =>
    async (...asked: A): Promise<Result<T>> => {
      const refusal = why();
      return refusal === undefined ? use(...asked) : { ...refusal, nothingSpent: true };
    };

  const whyNotIn: Why = () => {
    const fault = log.fault();
    if (fault === undefined || !isRewritten(fault)) return undefined;
    return refused('log_corrupt', 'the log is not the one that was sealed: nothing that it says can be believed');
  };

  const whyNotPaid: Why = () => {
    if (log.fault() !== undefined) {
      return refused('log_corrupt', 'the log is damaged: paid work waits until it is repaired');
    }
    if (!log.proving()) return undefined;
    return refused('service_unavailable', 'the log is being checked after a start: paid work waits for it');
  };

  const guards: Pick<Application, Spends | 'enter'> = {
    enter: guarded(application.enter, whyNotIn),
    generate: guarded(application.generate, whyNotPaid),
    generatePlan: guarded(application.generatePlan, whyNotPaid),
    repair: guarded(application.repair, whyNotPaid),
    generateImage: guarded(application.generateImage, whyNotPaid),
    storyboardBatch: guarded(application.storyboardBatch, whyNotPaid),
  };
  return { ...application, ...guards };
};
