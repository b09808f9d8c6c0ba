/** While the log is damaged nothing is paid that it would have to vouch for. */
import { refused } from '../application/application.ts';
import type { Application, Result } from '../application/application.ts';

type Spends = 'generate' | 'generatePlan' | 'repair' | 'generateImage' | 'storyboardBatch';

/** Every use case of an operation of class Spend is refused while there is a fault; all others go on. */
export const guardSpend = (application: Application, fault: () => Error | undefined): Application => {
  const guarded =
    <A extends readonly unknown[], T>(use: (...asked: A) => Promise<Result<T>>) =>
    async (...asked: A): Promise<Result<T>> =>
      fault() === undefined
        ? use(...asked)
        : { ...refused('log_corrupt', 'the log is damaged: paid work waits until it is repaired'), nothingSpent: true };
  const guards: Pick<Application, Spends> = {
    generate: guarded(application.generate),
    generatePlan: guarded(application.generatePlan),
    repair: guarded(application.repair),
    generateImage: guarded(application.generateImage),
    storyboardBatch: guarded(application.storyboardBatch),
  };
  return { ...application, ...guards };
};
