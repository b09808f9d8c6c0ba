/** The books of the fake service: entries as the contract lists them, and their sum. */
import { ledgerEntry } from '../http/http-samples.ts';
import { requirementId } from './fake-service-shapes.ts';

type Entry = {
  readonly kind: string;
  readonly amounts: Readonly<Record<string, number>>;
  readonly requirementId?: string;
  readonly jobId?: string;
};

export const createFakeLedger = () => {
  const entries: Entry[] = [];
  const sum = (pool: string): number => entries.reduce((total, { amounts }) => total + (amounts[pool] ?? 0), 0);
  const add = (kind: string, amounts: Readonly<Record<string, number>>, frame?: number): void => {
    const about = frame === undefined ? {} : { requirementId: requirementId(frame) };
    entries.push({ kind, amounts: { paid: 0, bonus: 0, held: 0, ...amounts }, ...about });
  };
  return Object.freeze({
    grant: (pool: string, amount: number) => add('grant', { [pool]: amount }),
    hold: (held: number) => add('hold', { held }),
    release: (held: number) => add('release', { held: -held }),
    debit: (frame: number, paid: number, held: number) => add('debit', { paid: -paid, held: -held }, frame),
    /** A job that is paid as a whole. */
    whole: (jobId: string, paid: number) => {
      entries.push({ kind: 'hold', amounts: { paid: 0, bonus: 0, held: paid }, jobId });
      entries.push({ kind: 'debit', amounts: { paid: -paid, bonus: 0, held: -paid }, jobId });
    },
    balances: () => {
      const [paid, bonus, held] = [sum('paid'), sum('bonus'), sum('held')];
      return { paid, bonus, held, total: paid + bonus, available: paid + bonus - held };
    },
    entries: () => ({
      ok: true,
      entries: entries.map((entry, index) => ({
        ...ledgerEntry,
        entryId: `ent_${index}`,
        position: `0001-${index}`,
        ...entry,
      })),
      nextCursor: null,
    }),
  });
};
