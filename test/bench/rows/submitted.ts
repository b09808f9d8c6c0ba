/** The memory of a process that asks about 10,000 submitted attempts for an hour, in 10,000 jobs. */
import type { Benchmark, Result } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { submitAttempts, waitAnHour } from '../support/submitted-hour.ts';

const ATTEMPTS = 10_000;
/** A submitted attempt holds no memory, but folded streams stay in the cache of the commands. */
const KEPT_MB_MAX = 32;
/** V8 collects when the old space is about four times what lives in it: of three hours it left 170 to 182 MB. */
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
        'CPU s': hour.cpuSeconds,
        questions: hour.polls,
        'answers with news': sum(hour.news),
        events: sum(hour.events),
      };
      const row = (memory: string, atMost: number, value: number): Result => ({
        what: `${memory} for an hour of ${ATTEMPTS} submitted attempts, above that without any`,
        bound: { atMost },
        value,
        unit: 'MB',
        figures,
      });
      return [
        row('memory that is kept', KEPT_MB_MAX, hour.heapMB),
        row('resident memory', RESIDENT_MB_MAX, hour.residentMB),
      ];
    }),
};
