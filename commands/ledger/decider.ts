import type { Decider } from '../../src/kernel/decider.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';
import { limits } from '../../src/kernel/limits.ts';
import { inPeriods } from '../../src/kernel/periods.ts';
import type { LedgerEvent } from '../../events/ledger.ts';
import { closeLedger } from './close-ledger.ts';
import { debitPart } from './debit-part.ts';
import { expireCredits } from './expire-credits.ts';
import { grantCredits } from './grant-credits.ts';
import { holdCredits } from './hold-credits.ts';
import { closePeriod } from './period.ts';
import { refundEntry } from './refund-entry.ts';
import type { LedgerRefusal } from './refusals.ts';
import { releaseParts } from './release-parts.ts';
import { setSpendLimits } from './set-spend-limits.ts';
import { tellingLow } from './telling-low.ts';
import { evolve } from './evolve.ts';
import { initial, type LedgerState } from './state.ts';

const commands = {
  GrantCredits: grantCredits,
  HoldCredits: holdCredits,
  DebitPart: debitPart,
  ReleaseParts: releaseParts,
  ExpireCredits: expireCredits,
  RefundEntry: refundEntry,
  SetSpendLimits: setSpendLimits,
  CloseLedger: closeLedger,
};

export type LedgerCommand = CommandIn<typeof commands>;

type LedgerDecider = Decider<LedgerState, LedgerCommand, LedgerEvent, LedgerRefusal>;

const decide: LedgerDecider['decide'] = onCommand(commands);

const decider: LedgerDecider = { category: 'ledger', initial, evolve, decide: tellingLow(decide) };

/** Credits of one workspace: integers, double entry, every part of a hold closed exactly once. */
export const createLedgerDecider = (every: number) =>
  inPeriods(decider, { every, type: 'LedgerPeriodClosed', close: closePeriod });

export const ledgerDecider = createLedgerDecider(limits.ledgerPeriodEvents);
