/** The memory of a process that asks about 10,000 submitted attempts for an hour, in 10,000 jobs. */
import type { Benchmark } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { submitAttempts, waitAnHour } from '../support/submitted-hour.ts';

const ATTEMPTS = 10_000;
const RESIDENT_MB_MAX = 200;

export const submittedHour: Benchmark = {
  name: 'submitted',
  run: async ({ quick, tell }) =>
    withScratch(async (folder) => {
      const given = { folder, jobs: ATTEMPTS, attempts: 1 };
      tell(`submitting ${ATTEMPTS} attempts`);
      await submitAttempts(given);
      tell('an hour goes by');
      const hour = await waitAnHour({ ...given, minutes: quick ? 2 : 58 });
      const sum = (counts: Readonly<Record<string, number>>): number =>
        Object.values(counts).reduce((all, one) => all + one, 0);
      const figures = {
        'kept MB': hour.heapMB,
        'CPU s': hour.cpuSeconds,
        questions: hour.polls,
        'answers with news': sum(hour.news),
        events: sum(hour.events),
      };
      const what = `resident memory for an hour of ${ATTEMPTS} submitted attempts, above that without any`;
      return [{ what, bound: { atMost: RESIDENT_MB_MAX }, value: hour.residentMB, unit: 'MB', figures }];
    }),
};
