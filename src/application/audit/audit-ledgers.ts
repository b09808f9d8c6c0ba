/** The ledgers alone, as fast as the log can be read: their chains, their entries, their totals. */
import { createLedgerAudit } from '../../../commands/ledger/audit.ts';
import type { LedgerEvent } from '../../../events/ledger.ts';
import { type Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { type Position, START } from '../../kernel/position.ts';
import { createChainCheck } from '../log/check-chain.ts';
import type { ReplayDeps } from '../log/replay.ts';
import { createFindings, type Finding, type Findings, placeOf } from './findings.ts';
import { createLedgerBooks, type LedgerBooks, type LedgerTotals, noTotals } from './ledger-books.ts';

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

/**
 * Ledgers with refunds, once more: that no debit is refunded beyond its amount is checked only now that the refunded
 * ones are known.
 */
export const auditRefunds = async (
  { eventStore, codec }: Pick<ReplayDeps, 'eventStore' | 'codec'>,
  books: Pick<LedgerBooks, 'refunded'>,
  findings: Findings,
  until?: Position,
): Promise<void> => {
  for (const [stream, entryIds] of books.refunded()) {
    const audit = createLedgerAudit(entryIds);
    for await (const stored of eventStore.readStream(stream)) {
      if (until !== undefined && stored.position > until) break;
      const finding = audit.check(codec.decodeData(stored) as LedgerEvent);
      if (finding === undefined) continue;
      findings.add({ check: 'ledger', what: 'bad_entry', problem: finding.problem, ...placeOf(stored) });
      break;
    }
  }
};

/**
 * The finding for a fault `corrupt` of the chain, the codec or the storage; `after`: the last event that could be read.
 */
export const damageOf = (fault: Fault, after: Position = START): Finding => {
  const { reason, stream, revision, position, type } = fault.detail;
  const what = typeof reason === 'string' ? reason : 'damaged';
  if (typeof stream === 'string') {
    return { check: 'chain', what, problem: fault.message, stream, revision, position, type } as Finding;
  }
  const cause = fault.cause instanceof Error ? ` (${fault.cause.message})` : '';
  const where = after === START ? {} : { position: after };
  return { check: 'storage', what, problem: `${fault.message}${cause}`, ...where };
};
