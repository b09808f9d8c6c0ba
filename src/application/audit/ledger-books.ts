/**
 * Audits every ledger of the log at once, entry by entry, and adds up what was granted, held and spent.
 *
 * Memory is bounded: at most `ledgersMax` ledgers in one pass over the log. Those whose first entry comes later are
 * postponed to another pass, which begins right before the first of them.
 */
import { createLedgerAudit, type LedgerAudit } from '../../../commands/ledger/audit.ts';
import { sumOf } from '../../../commands/ledger/lots.ts';
import type { HoldPart, LedgerEvent } from '../../../events/ledger.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { type Position, START } from '../../kernel/position.ts';
import { type Findings, type Place, placeOf } from './findings.ts';

/** In credits, but for the first two. `released` is what holds gave back, also beside a debit. */
export type LedgerTotals = {
  ledgers: number;
  entries: number;
  granted: number;
  held: number;
  debited: number;
  released: number;
  refunded: number;
  expired: number;
};

export const noTotals = (): LedgerTotals => ({
  ledgers: 0,
  entries: 0,
  granted: 0,
  held: 0,
  debited: 0,
  released: 0,
  refunded: 0,
  expired: 0,
});

export type LedgerBooks = {
  /** Checks the next event of any ledger. Events of one ledger come in its order, from its first one on. */
  readonly take: (event: DomainEvent, place: Place) => void;
  /** Whether a ledger is among those of this pass. */
  readonly has: (stream: string) => boolean;
  /** Right before the first ledger that is left for another pass. */
  readonly postponed: () => Position | undefined;
  /** Ledgers with refunds, and the entries that were refunded: see `createLedgerAudit`. */
  readonly refunded: () => readonly (readonly [stream: string, entryIds: ReadonlySet<string>])[];
  /** The balances of all sound ledgers of this pass together. */
  readonly balances: () => { readonly paid: number; readonly bonus: number; readonly held: number };
};

type Page = { readonly audit: LedgerAudit; bad: boolean };

/** `totals` is added to. */
export const createLedgerBooks = (findings: Findings, totals: LedgerTotals, ledgersMax: number): LedgerBooks => {
  const pages = new Map<string, Page>();
  let before: Position = START;
  let postponed: Position | undefined;

  const open = ({ stream, revision }: Place): Page | undefined => {
    // A ledger whose beginning is gone is named by the chain of hashes.
    if (revision !== 0) return undefined;
    if (pages.size >= ledgersMax) {
      postponed ??= before;
      return undefined;
    }
    const page = { audit: createLedgerAudit(), bad: false };
    pages.set(stream, page);
    totals.ledgers += 1;
    return page;
  };

  const check = (page: Page, event: DomainEvent, place: Place): void => {
    // The audit holds the data of an entry against the books: whatever is not as it should be is a finding.
    const entry = event as LedgerEvent;
    const finding = page.audit.check(entry);
    if (finding === undefined) return count(totals, entry);
    page.bad = true;
    findings.add({ check: 'ledger', what: 'bad_entry', problem: finding.problem, ...placeOf(place) });
  };

  return Object.freeze({
    take: (event: DomainEvent, place: Place) => {
      const page = pages.get(place.stream) ?? open(place);
      if (page !== undefined && !page.bad) check(page, event, place);
      before = place.position;
    },
    has: (stream: string) => pages.has(stream),
    postponed: () => postponed,
    refunded: () =>
      [...pages].flatMap(([stream, { audit, bad }]) =>
        bad || audit.refunded().size === 0 ? [] : [[stream, audit.refunded()] as const],
      ),
    balances: () => {
      const all = { paid: 0, bonus: 0, held: 0 };
      for (const { audit, bad } of pages.values()) {
        if (bad) continue;
        const { paid, bonus, held } = audit.balances();
        all.paid += paid;
        all.bonus += bonus;
        all.held += held;
      }
      return all;
    },
  });
};

const count = (totals: LedgerTotals, { type, data }: LedgerEvent): void => {
  switch (type) {
    case 'LedgerPeriodClosed':
      return;
    case 'CreditsGranted':
      totals.granted += data.amount;
      break;
    case 'CreditsHeld':
      totals.held += inParts(data.parts);
      break;
    case 'LedgerDebited':
      totals.debited += data.amount;
      totals.released += sumOf(data.returned);
      break;
    case 'HoldReleased':
      totals.released += inParts(data.parts);
      break;
    case 'LedgerRefunded':
      totals.refunded += data.amount;
      break;
    case 'CreditsExpired':
      totals.expired += data.amount;
      break;
  }
  totals.entries += 1;
};

const inParts = (parts: readonly HoldPart[]): number => {
  let sum = 0;
  for (const { allocations } of parts) sum += sumOf(allocations);
  return sum;
};
