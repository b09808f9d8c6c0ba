/**
 * The books of an audit, recomputed from the movements alone. Their structures are their own, so that a bug of the
 * state's fold is not repeated. Changed in place: an audit runs over millions of entries.
 */
import { type Allocation, type Balances, type HoldPart, type Pool, poolOf } from '../../events/ledger.ts';

export type BookLot = { readonly id: string; readonly pool: Pool; free: number; held: number };

export type BookHold = {
  readonly ownerId: string;
  readonly n: number;
  readonly open: Map<string, readonly Allocation[]>;
};

export type Book = {
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
