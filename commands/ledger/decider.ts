import type { Decider } from '../../src/kernel/decider.ts';
import { onCommand } from '../../src/kernel/handlers.ts';
import { limits } from '../../src/kernel/limits.ts';
import { inPeriods } from '../../src/kernel/periods.ts';
import type { LedgerEvent } from '../../events/ledger.ts';
import { closeLedger, type CloseLedger } from './close-ledger.ts';
import { debitPart, type DebitPart } from './debit-part.ts';
import { expireCredits, type ExpireCredits } from './expire-credits.ts';
import { grantCredits, type GrantCredits } from './grant-credits.ts';
import { holdCredits, type HoldCredits } from './hold-credits.ts';
import { closePeriod } from './period.ts';
import { refundEntry, type RefundEntry } from './refund-entry.ts';
import type { LedgerRefusal } from './refusals.ts';
import { releaseParts, type ReleaseParts } from './release-parts.ts';
import { setSpendLimits, type SetSpendLimits } from './set-spend-limits.ts';
import { tellingLow } from './telling-low.ts';
import { evolve } from './evolve.ts';
import { initial, type LedgerState } from './state.ts';

export type LedgerCommand =
  | GrantCredits
  | HoldCredits
  | DebitPart
  | ReleaseParts
  | ExpireCredits
  | RefundEntry
  | SetSpendLimits
  | CloseLedger;

type LedgerDecider = Decider<LedgerState, LedgerCommand, LedgerEvent, LedgerRefusal>;

const decide: LedgerDecider['decide'] = onCommand({
  GrantCredits: grantCredits,
  HoldCredits: holdCredits,
  DebitPart: debitPart,
  ReleaseParts: releaseParts,
  ExpireCredits: expireCredits,
  RefundEntry: refundEntry,
  SetSpendLimits: setSpendLimits,
  CloseLedger: closeLedger,
});

const decider: LedgerDecider = { category: 'ledger', initial, evolve, decide: tellingLow(decide) };

/** Credits of one workspace: integers, double entry, every part of a hold closed exactly once. */
export const createLedgerDecider = (every: number) =>
  inPeriods(decider, { every, type: 'LedgerPeriodClosed', close: closePeriod });

export const ledgerDecider = createLedgerDecider(limits.ledgerPeriodEvents);
