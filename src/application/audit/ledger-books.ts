/**
 * Audits every ledger of the log at once, entry by entry, and adds up grants, holds and debits.
 *
 * Memory is bounded: at most `ledgersMax` ledgers in one pass over the log. Those whose first entry comes later are
 * postponed to another pass, which begins right before the first of them.
 */
import { createLedgerAudit, type LedgerAudit } from '../../../commands/ledger/audit.ts';
import {
  type Balances,
  type HoldPart,
  isEntry,
  type LedgerEntry,
  type LedgerEvent,
  sumOf,
} from '../../../events/ledger.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { onEvent } from '../../kernel/handlers.ts';
import { type Position, START } from '../../kernel/position.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import { type Findings, type Place, placeOf } from './findings.ts';

/** In credits, but for the first two. `released`: credits released from holds, also beside a debit. */
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
  readonly balances: () => Balances;
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
    if (finding !== undefined) {
      page.bad = true;
      findings.add({ check: 'ledger', what: 'bad_entry', problem: finding.problem, ...placeOf(place) });
    } else if (isEntry(entry)) {
      totals.entries += 1;
      count(totals, entry);
    }
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

const count = onEvent<LedgerEntry, LedgerTotals, void>({
  CreditsGranted: (totals, { amount }) => void (totals.granted += amount),
  CreditsHeld: (totals, { parts }) => void (totals.held += inParts(parts)),
  LedgerDebited: (totals, { amount, returned }) => {
    totals.debited += amount;
    totals.released += sumOf(returned);
  },
  HoldReleased: (totals, { parts }) => void (totals.released += inParts(parts)),
  LedgerRefunded: (totals, { amount }) => void (totals.refunded += amount),
  CreditsExpired: (totals, { amount }) => void (totals.expired += amount),
});

const inParts = (parts: readonly HoldPart[]): number => {
  let sum = 0;
  for (const { allocations } of parts) sum += sumOf(allocations);
  return sum;
};

export type RefundDeps = {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly codec: Pick<EventCodec, 'decodeData'>;
};

/**
 * Ledgers with refunds, once more: that no debit is refunded beyond its amount is checked only now that the refunded
 * ones are known.
 */
export const auditRefunds = async (
  { eventStore, codec }: RefundDeps,
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
