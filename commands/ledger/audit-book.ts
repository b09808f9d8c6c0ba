/**
 * The books of an audit, recomputed from the movements alone. Their structures are their own, so that a bug of the
 * state's fold is not repeated. Changed in place: an audit runs over millions of entries.
 */
import {
  type Allocation,
  type Balances,
  type HoldPart,
  type LedgerEvent,
  type ledgerPeriodClosed,
  type Pool,
  poolOf,
} from '../../events/ledger.ts';
import type { EventOf } from '../../src/kernel/event.ts';

type BookLot = { readonly id: string; readonly pool: Pool; free: number; held: number };

type BookHold = {
  readonly ownerId: string;
  readonly n: number;
  readonly open: Map<string, readonly Allocation[]>;
};

type Book = {
  readonly lots: ReadonlyMap<string, BookLot>;
  readonly holds: ReadonlyMap<string, BookHold>;
  /**
   * Adds each amount times `free` to the free credits of its lot, and times `held` to the held ones. The balances
   * change alike.
   */
  readonly move: (allocations: readonly Allocation[], free: number, held: number) => void;
  readonly open: (hold: { holdId: string; ownerId: string; n: number; parts: readonly HoldPart[] }) => void;
  /** Closes a part and returns its held credits. */
  readonly close: (holdId: string, ownerId: string, partId: string) => readonly Allocation[];
  /** The present balances; the same object, changed by every move. */
  readonly balances: Readonly<Balances>;
};

/** The flaw of an entry: thrown by the books, caught by the audit. Texts with ids in them are made only then. */
export class BadEntry extends Error {}

export const must: (condition: boolean, problem: string) => asserts condition = (condition, problem) => {
  if (!condition) throw new BadEntry(problem);
};

export const createBook = (): Book => {
  const lots = new Map<string, BookLot>();
  const holds = new Map<string, BookHold>();
  const total = { paid: 0, bonus: 0, held: 0 };

  const lotOf = (id: string): BookLot => {
    const known = lots.get(id);
    if (known !== undefined) return known;
    const lot = { id, pool: poolOf(id), free: 0, held: 0 };
    lots.set(id, lot);
    return lot;
  };

  const move: Book['move'] = (allocations, free, held) => {
    for (const { lot: id, amount } of allocations) {
      must(Number.isSafeInteger(amount) && amount >= 1, 'an amount is not a whole number of credits');
      const lot = lotOf(id);
      lot.free += free * amount;
      lot.held += held * amount;
      total[lot.pool] += (free + held) * amount;
      total.held += held * amount;
      if (lot.free < 0 || lot.held < 0) throw new BadEntry(`lot ${id} is overdrawn`);
      if (lot.free === 0 && lot.held === 0) lots.delete(id);
    }
  };

  const open: Book['open'] = ({ holdId, ownerId, n, parts }) => {
    if (holds.has(holdId)) throw new BadEntry(`hold ${holdId} is open already`);
    const hold: BookHold = { ownerId, n, open: new Map() };
    for (const { partId, allocations } of parts) {
      if (hold.open.has(partId)) throw new BadEntry(`part ${partId} is twice in the hold`);
      move(allocations, -1, 1);
      hold.open.set(partId, allocations);
    }
    holds.set(holdId, hold);
  };

  const close: Book['close'] = (holdId, ownerId, partId) => {
    const hold = holds.get(holdId);
    const part = hold?.open.get(partId);
    if (hold === undefined || part === undefined) throw new BadEntry(`part ${partId} of ${holdId} is not open`);
    must(hold.ownerId === ownerId, 'the hold has another owner');
    hold.open.delete(partId);
    if (hold.open.size === 0) holds.delete(holdId);
    return part;
  };

  return { lots, holds, move, open, close, balances: total };
};

type DataOf<T extends LedgerEvent['type']> = Extract<LedgerEvent, { readonly type: T }>['data'];
type Limits = Pick<DataOf<'SpendLimitsSet'>, 'monthlyCap' | 'lowAt'>;

export const createSpendTally = () => {
  const payerOf = new Map<string, string>();
  const payers = new Map<string, number>();
  let limits: Limits = { monthlyCap: null, lowAt: [] };
  let month = '';
  let debited = 0;

  const debit = (holdId: string, amount: number, at: string | undefined): void => {
    if (at === undefined || amount === 0) return;
    if (at > month) {
      [month, debited] = [at, 0];
      payers.clear();
    }
    debited += amount;
    const payer = payerOf.get(holdId);
    if (payer !== undefined) payers.set(payer, (payers.get(payer) ?? 0) + amount);
  };

  const check = ({ limits: told, spending, payers: users, holds }: DataOf<'LedgerPeriodClosed'>): void => {
    const { monthlyCap = null, lowAt = [] } = told ?? {};
    must(monthlyCap === limits.monthlyCap && lowAt.join() === limits.lowAt.join(), 'the period has other limits');
    const count = spending ?? { month: '', debited: 0 };
    must(count.month === month && count.debited === debited, 'the period has spent another amount in its month');
    const { keys, debited: amounts, holds: held } = users ?? { keys: [], debited: [], holds: [] };
    const known = keys.every((key, index) => (payers.get(key) ?? 0) === amounts[index]);
    must(known && [...payers.keys()].every((key) => keys.includes(key)), 'the period has another count of a user');
    holds.forEach(({ holdId }, index) => {
      const key = keys[held.findIndex((indexes) => indexes.includes(index))];
      must(key === payerOf.get(holdId), 'the period has another payer of a hold');
    });
  };

  return {
    hold: ({ holdId, payerKey }: DataOf<'CreditsHeld'>): void => {
      if (payerKey !== undefined) payerOf.set(holdId, payerKey);
    },
    debit,
    limit: (set: Limits): void => {
      limits = set;
    },
    /** Throws BadEntry at the first difference. */
    check,
  };
};

type Period = EventOf<typeof ledgerPeriodClosed>['data'];

/** The counts of the audit besides the books. */
type AuditTally = Pick<Period, 'entries' | 'revision' | 'trialGranted' | 'grantIds' | 'lastRefund'> & {
  readonly closed: boolean;
};

/** Throws BadEntry at the first difference. */
export const checkPeriod = (period: Period, book: Book, tally: AuditTally): void => {
  must(period.entries === tally.entries, 'the period counts its entries wrongly');
  must(period.revision === tally.revision, 'the period has another revision');
  must(period.trialGranted === tally.trialGranted, 'the period forgets the trial grant');
  must(period.lastRefund === tally.lastRefund, 'the period forgets the last refund');
  must(sameList(period.grantIds, tally.grantIds), 'the period knows other grants');
  must((period.closed ?? false) === tally.closed, 'the period forgets that the ledger is closed');
  checkLots(period, book);
  checkHolds(period, book);
};

const checkLots = ({ lots }: Period, book: Book): void => {
  must(lots.length === book.lots.size, 'the period has other lots');
  let before = '';
  for (const { lot, free } of lots) {
    must(before < lot, 'the lots of the period are out of order');
    must(book.lots.get(lot)?.free === free, `the period has another amount free in lot ${lot}`);
    before = lot;
  }
};

const checkHolds = ({ lots, holds }: Period, book: Book): void => {
  must(holds.length === book.holds.size, 'the period has other holds');
  for (const { holdId, ownerId, n, parts } of holds) {
    const hold = book.holds.get(holdId);
    must(hold !== undefined && hold.ownerId === ownerId && hold.n === n, `the period has another hold ${holdId}`);
    must(parts.length === hold.open.size, `the period has other parts open in hold ${holdId}`);
    for (const { partId, allocations } of parts) {
      const part = hold.open.get(partId);
      const named = part?.flatMap(({ lot, amount }) => [lots.findIndex((entry) => entry.lot === lot), amount]);
      must(named !== undefined && sameList(allocations, named), `the period has another part ${partId}`);
    }
  }
};

const sameList = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);
