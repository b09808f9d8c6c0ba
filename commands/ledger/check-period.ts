/** Holds the end of a period against the books: a cold start trusts it with the whole state. */
import type { EventOf } from '../../src/kernel/event.ts';
import type { ledgerPeriodClosed } from '../../events/ledger.ts';
import { type Book, must } from './audit-book.ts';

type Period = EventOf<typeof ledgerPeriodClosed>['data'];

/** The counts of the audit besides the books. */
export type AuditTally = Pick<Period, 'entries' | 'revision' | 'trialGranted' | 'grantIds' | 'lastRefund'> & {
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
