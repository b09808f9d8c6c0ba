import type { Decider, Decision } from '../../src/kernel/decider.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import { limits } from '../../src/kernel/limits.ts';
import { inPeriods } from '../../src/kernel/periods.ts';
import type { LedgerEvent } from '../../events/ledger.ts';
import { debitPart, type DebitPart } from './debit-part.ts';
import { expireCredits, type ExpireCredits } from './expire-credits.ts';
import { grantCredits, type GrantCredits } from './grant-credits.ts';
import { holdCredits, type HoldCredits } from './hold-credits.ts';
import { closePeriod } from './period.ts';
import { refundEntry, type RefundEntry } from './refund-entry.ts';
import type { LedgerRefusal } from './refusals.ts';
import { releaseParts, type ReleaseParts } from './release-parts.ts';
import { evolve } from './evolve.ts';
import { initial, type LedgerState } from './state.ts';

export type LedgerCommand = GrantCredits | HoldCredits | DebitPart | ReleaseParts | ExpireCredits | RefundEntry;

const decide = (command: LedgerCommand, state: LedgerState): Decision<LedgerEvent, LedgerRefusal> => {
  switch (command.type) {
    case 'GrantCredits':
      return grantCredits(command, state);
    case 'HoldCredits':
      return holdCredits(command, state);
    case 'DebitPart':
      return debitPart(command, state);
    case 'ReleaseParts':
      return releaseParts(command, state);
    case 'ExpireCredits':
      return expireCredits(command, state);
    case 'RefundEntry':
      return refundEntry(command, state);
    default:
      return assertNever(command);
  }
};

/** Credits of one workspace: integers, double entry, every part of a hold closed exactly once. */
export const createLedgerDecider = (
  periodEvents: number,
): Decider<LedgerState, LedgerCommand, LedgerEvent, LedgerRefusal> =>
  inPeriods(
    { category: 'ledger', initial, evolve, decide },
    { every: periodEvents, type: 'LedgerPeriodClosed', close: closePeriod },
  );

export const ledgerDecider = createLedgerDecider(limits.ledgerPeriodEvents);
