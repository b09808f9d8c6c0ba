/**
 * Replays a ledger entry by entry and names the first bad one. Bad are balances that do not follow from the movements,
 * and parts closed twice or not as they were held. So are negative or fractional amounts, refunds above the debit, and
 * a period that closes on another state. It is lean: it runs over millions of entries.
 */
import { limits } from '../../src/kernel/limits.ts';
import { ofEvent } from '../../src/kernel/handlers.ts';
import { type Allocation, type Balances, expiryOf, isEntry, type LedgerEvent, sumOf } from '../../events/ledger.ts';
import { BadEntry, checkPeriod, createBook, createSpendTally, must } from './audit-book.ts';

export type AuditFinding = {
  readonly revision: number;
  readonly type: string;
  /** Null when the event has none. */
  readonly entryId: string | null;
  readonly problem: string;
};

export type LedgerAudit = {
  /** Checks the next event of the stream, from its first one on. The first finding stays the answer from then on. */
  readonly check: (event: LedgerEvent) => AuditFinding | undefined;
  readonly balances: () => Balances;
  readonly entries: () => number;
  /** The entries that were refunded so far. */
  readonly refunded: () => ReadonlySet<string>;
};

/**
 * An audit of one ledger. Refunds are compared with their debit for the entries in `watched` alone: remembering every
 * debit would take memory without bound. So replay once, and if `refunded` has any, again with it.
 */
export const createLedgerAudit = (watched?: ReadonlySet<string>): LedgerAudit => {
  const book = createBook();
  const spending = createSpendTally();
  const refunded = new Set<string>();
  const debits = new Map<string, Allocation[]>();
  const tally = {
    entries: 0,
    revision: -1,
    trialGranted: false,
    grantIds: new Array<string>(),
    lastRefund: -1,
    closed: false,
  };
  let finding: AuditFinding | undefined;

  const remember = (entryId: string): void => {
    tally.grantIds.push(entryId);
    if (tally.grantIds.length > limits.ledgerGrantIdsMax) tally.grantIds.shift();
  };

  const refund = ({ refundedEntryId, amount, allocations }: DataOf<'LedgerRefunded'>): void => {
    must(sumOf(allocations) === amount, 'the refund is not the sum of its lots');
    refunded.add(refundedEntryId);
    if (watched?.has(refundedEntryId) !== true) return;
    const left = debits.get(refundedEntryId);
    must(left !== undefined, `${refundedEntryId} is no debit`);
    for (const { lot, amount: back } of allocations) {
      const from = left.find((debit) => debit.lot === lot);
      must(from !== undefined && from.amount >= back, `more is refunded of ${refundedEntryId} than was debited`);
      from.amount -= back;
    }
  };

  const apply = ofEvent<LedgerEvent, void>({
    CreditsGranted: (grant) => {
      book.move([grant], 1, 0);
      tally.trialGranted ||= grant.trial;
      remember(grant.entryId);
    },
    CreditsHeld: (hold) => {
      must(!tally.closed, 'credits are held of a closed ledger');
      book.open(hold);
      spending.hold(hold);
    },
    LedgerDebited: ({ entryId, holdId, ownerId, partId, amount, debited, returned, month }) => {
      spending.debit(holdId, amount, month);
      const part = book.close(holdId, ownerId, partId);
      must(sumOf(debited) === amount, 'the debit is not the sum of its lots');
      must(addUp(part, debited, returned), 'debited and returned credits differ from the held ones');
      book.move(debited, 0, -1);
      book.move(returned, 1, -1);
      if (watched?.has(entryId) === true) {
        debits.set(
          entryId,
          debited.map((allocation) => ({ ...allocation })),
        );
      }
    },
    HoldReleased: ({ holdId, ownerId, parts }) => {
      for (const { partId, allocations } of parts) {
        const part = book.close(holdId, ownerId, partId);
        must(addUp(part, allocations, []), 'the released amount differs from the held one');
        book.move(allocations, 1, -1);
      }
    },
    CreditsExpired: (expired) => {
      must(expiryOf(expired.lot) !== undefined, 'credits expire that never do');
      book.move([expired], -1, 0);
    },
    LedgerRefunded: (entry) => {
      book.move(entry.allocations, 1, 0);
      tally.lastRefund = tally.revision;
      refund(entry);
      remember(entry.entryId);
    },
    SpendLimitsSet: ({ monthlyCap, lowAt }) => spending.limit({ monthlyCap, lowAt }),
    // Its balances are checked like any; it moves none.
    CreditsLow: () => undefined,
    LedgerClosed: () => {
      must(!tally.closed, 'the ledger is closed twice');
      tally.closed = true;
    },
    LedgerPeriodClosed: (period) => {
      spending.check(period);
      const { lastRefund } = tally;
      checkPeriod(period, book, { ...tally, lastRefund: lastRefund < 0 ? null : lastRefund });
    },
  });

  const check = (event: LedgerEvent): AuditFinding | undefined => {
    if (finding !== undefined) return finding;
    tally.revision += 1;
    try {
      apply(event);
      if (isEntry(event)) tally.entries += 1;
      const { paid, bonus, held } = event.data.balances;
      const due = book.balances;
      if (paid !== due.paid || bonus !== due.bonus || held !== due.held) {
        throw new BadEntry(`the balances should be ${due.paid} paid, ${due.bonus} bonus, ${due.held} held`);
      }
      must(Number.isSafeInteger(paid + bonus), 'the sum leaves the safe integers');
    } catch (error) {
      finding = findingOf(event, tally.revision, error);
    }
    return finding;
  };

  return { check, balances: () => ({ ...book.balances }), entries: () => tally.entries, refunded: () => refunded };
};

type DataOf<T extends LedgerEvent['type']> = Extract<LedgerEvent, { readonly type: T }>['data'];

/** Whether `first` and `rest` together are exactly `whole`, lot by lot. */
const addUp = (whole: readonly Allocation[], first: readonly Allocation[], rest: readonly Allocation[]): boolean => {
  if (sumOf(whole) !== sumOf(first) + sumOf(rest)) return false;
  return whole.every(({ lot, amount }) => amountIn(first, lot) + amountIn(rest, lot) === amount);
};

const amountIn = (allocations: readonly Allocation[], lot: string): number => {
  let sum = 0;
  for (const allocation of allocations) if (allocation.lot === lot) sum += allocation.amount;
  return sum;
};

/** Every error of the books is a flaw of the entry: an audited entry may be any JSON. */
const findingOf = ({ type, data }: LedgerEvent, revision: number, error: unknown): AuditFinding => {
  const entryId = (data as { readonly entryId?: unknown } | null)?.entryId;
  const problem = error instanceof BadEntry ? error.message : `not an entry of a ledger: ${String(error)}`;
  return { revision, type, entryId: typeof entryId === 'string' ? entryId : null, problem };
};
