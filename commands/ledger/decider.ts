import { accept } from '../../src/kernel/decider.ts';
import type { Decider, Decision } from '../../src/kernel/decider.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { LedgerEvent } from '../../events/ledger/index.ts';
import { debitPart } from './debit-part.ts';
import type { DebitPart } from './debit-part.ts';
import { expireCredits } from './expire-credits.ts';
import type { ExpireCredits } from './expire-credits.ts';
import { grantCredits } from './grant-credits.ts';
import type { GrantCredits } from './grant-credits.ts';
import { holdCredits } from './hold-credits.ts';
import type { HoldCredits } from './hold-credits.ts';
import { closePeriod } from './period.ts';
import { refundEntry } from './refund-entry.ts';
import type { RefundEntry } from './refund-entry.ts';
import type { LedgerRefusal } from './refusals.ts';
import { releaseParts } from './release-parts.ts';
import type { ReleaseParts } from './release-parts.ts';
import { evolve, fold } from './evolve.ts';
import { initial } from './state.ts';
import type { LedgerState } from './state.ts';

export type LedgerCommand = GrantCredits | HoldCredits | DebitPart | ReleaseParts | ExpireCredits | RefundEntry;

type LedgerDecision = Decision<LedgerEvent, LedgerRefusal>;

const entriesOf = (command: LedgerCommand, state: LedgerState): LedgerDecision => {
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

/**
 * Credits of one workspace: integers, double entry, every part of a hold closed exactly once (design, Money). The
 * append that takes the count of entries to or past a multiple of `periodEntries` also closes the period.
 */
export const createLedgerDecider = (
  periodEntries: number,
): Decider<LedgerState, LedgerCommand, LedgerEvent, LedgerRefusal> => {
  const periodOf = (entries: number): number => Math.floor(entries / periodEntries);

  const decide = (command: LedgerCommand, state: LedgerState): LedgerDecision => {
    const decision = entriesOf(command, state);
    if (decision.kind === 'refused') return decision;
    const { events } = decision;
    if (periodOf(state.entries + events.length) === periodOf(state.entries)) return decision;
    return accept(...events, closePeriod(fold(state, events)));
  };

  return { category: 'ledger', initial, evolve, decide, snapshotType: 'LedgerPeriodClosed' };
};

export const ledgerDecider = createLedgerDecider(limits.ledgerPeriodEntries);
