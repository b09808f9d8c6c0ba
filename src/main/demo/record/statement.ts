/** The ledger of the run as a statement: opening balance, every entry, closing balance. */
import type { Credits, LedgerEntry } from './answers.ts';
import { frameResults, type Run } from './run.ts';
import { fitted } from './text-width.ts';

export type StatementLine = {
  readonly at: string;
  readonly kind: string;
  /** The frame, or another subject. */
  readonly subject: string;
  readonly paid: number;
  readonly bonus: number;
  readonly held: number;
  readonly balance: number;
  readonly entryId: string;
  readonly hash: string;
};

export type Statement = {
  readonly workspaceId: string;
  readonly opening: number;
  readonly granted: number;
  readonly debited: number;
  readonly closing: Credits;
  readonly lines: readonly StatementLine[];
};

export const statementOf = (run: Run): Statement => {
  const subjects = subjectsOf(run);
  const lines = run.entries.map((entry) => lineOf(entry, subjects));
  const sum = (kind: string): number =>
    lines.filter((line) => line.kind === kind).reduce((total, { paid, bonus }) => total + paid + bonus, 0);
  return {
    workspaceId: run.workspaceId,
    opening: 0,
    granted: sum('grant'),
    debited: 0 - sum('debit'),
    closing: run.credits,
    lines,
  };
};

const lineOf = (entry: LedgerEntry, subjects: ReadonlyMap<string, string>): StatementLine => {
  const { at, kind, amounts, balanceAfter, entryId, hash, requirementId, jobId } = entry;
  const { paid, bonus, held } = amounts;
  const balance = balanceAfter.paid + balanceAfter.bonus;
  const subject = subjects.get(requirementId ?? '') ?? subjects.get(jobId ?? '') ?? (bonus > 0 ? 'bonus' : 'paid');
  return { at, kind, subject, paid, bonus, held, balance, entryId, hash };
};

/** Frames and jobs by their ids, as people call them. */
const subjectsOf = (run: Run): ReadonlyMap<string, string> =>
  new Map([
    ...frameResults(run).map(({ requirementId, board }) => [requirementId, `frame ${board.label}`] as const),
    ...(run.film === null ? [] : [[run.film.read.job.id, 'film'] as const]),
    ...run.jobs.map(({ job }) => {
      const what = job.operation === 'photo_sequence_repair' ? 'repair' : 'generate';
      return [job.id, `${what} of ${job.requestedImageCount}`] as const;
    }),
  ]);

export const statementText = ({ workspaceId, opening, granted, debited, closing, lines }: Statement): string => {
  const row = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => (index < 3 ? cell.padEnd(WIDTHS[index] ?? 0) : cell.padStart(WIDTHS[index] ?? 0)))
      .join('  ');
  const head = row(['time (UTC)', 'entry', 'for', 'paid', 'bonus', 'held', 'balance']);
  const rule = '-'.repeat(head.length);
  const body = lines.map(({ at, kind, subject, paid, bonus, held, balance }) =>
    row([
      at.slice(11, 23),
      kind,
      fitted(subject, WIDTHS[2] ?? 0),
      signed(paid),
      signed(bonus),
      signed(held),
      String(balance),
    ]),
  );
  return [
    `Ledger statement of ${workspaceId}`,
    '',
    head,
    rule,
    row(['', '', 'opening balance', '', '', '', String(opening)]),
    ...body,
    rule,
    row([
      '',
      '',
      'closing balance',
      String(closing.paid),
      String(closing.bonus),
      String(closing.held),
      String(closing.total),
    ]),
    '',
    `granted ${granted}, debited ${debited}, left ${closing.total} (${closing.available} available)`,
    '',
  ].join('\n');
};

const WIDTHS = [12, 8, 18, 6, 6, 6, 8];

const signed = (amount: number): string => (amount === 0 ? '' : amount > 0 ? `+${amount}` : String(amount));
