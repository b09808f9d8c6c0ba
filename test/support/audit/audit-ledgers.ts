/** The ledgers alone, as fast as the log can be read: their chains, their entries, their totals. */
import { createFindings, damageOf, type Finding } from '../../../src/application/audit/findings.ts';
import {
  auditRefunds,
  createLedgerBooks,
  type LedgerTotals,
  noTotals,
} from '../../../src/application/audit/ledger-books.ts';
import { createChainCheck, type ReplayDeps } from '../../../src/application/log/check-chain.ts';
import { isFault } from '../../../src/kernel/faults.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { type Position, START } from '../../../src/kernel/position.ts';

export type LedgersAudit = { readonly findings: readonly Finding[]; readonly totals: Readonly<LedgerTotals> };

export type AuditLedgersOptions = {
  /** Ledgers held in memory at once. */
  readonly ledgersMax?: number;
  readonly onProgress?: (entries: number) => void;
};

/**
 * Replays every ledger up to the present end of the log: about the cost of reading, hashing and parsing it. Ends at the
 * first event that breaks a chain or cannot be read, and names it; bad entries do not end it.
 */
export const auditLedgers = async (deps: ReplayDeps, options: AuditLedgersOptions = {}): Promise<LedgersAudit> => {
  const { ledgersMax = limits.auditLedgersMax, onProgress } = options;
  const findings = createFindings(limits.auditFindingsMax);
  const totals = noTotals();
  try {
    for (let from: Position | undefined = START; from !== undefined;) {
      const books = createLedgerBooks(findings, totals, ledgersMax);
      const check = createChainCheck(deps);
      for await (const { events } of deps.feed.read(from, { categories: ['ledger'] })) {
        for (const stored of events) {
          const pending = check(stored);
          if (pending !== undefined) await pending;
          books.take(deps.codec.decodeData(stored), stored);
        }
        onProgress?.(totals.entries);
      }
      await auditRefunds(deps, books, findings);
      from = books.postponed();
    }
  } catch (error) {
    if (!isFault(error, 'corrupt')) throw error;
    findings.add(damageOf(error));
  }
  return { findings: findings.list(), totals };
};
