/** The steps of sagas on the ledger: each may be repeated, since a part closes exactly once. */
import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import type { HoldCredits } from '../../../commands/ledger/hold-credits.ts';
import { openHold } from '../../../commands/ledger/queries.ts';
import { ledgerStream } from '../../../commands/ledger/stream.ts';
import { assert } from '../../kernel/faults.ts';
import { idFromBytes } from '../../kernel/ids.ts';
import type { Ids } from '../../ports/basics.ts';
import type { CommandContext } from '../handle-command.ts';
import { nowText } from '../services.ts';
import type { Services } from '../services.ts';

export type LedgerDeps = Pick<Services, 'commands' | 'clock' | 'ids'>;

export const newEntryId = (ids: Ids): string => idFromBytes('ent', ids.bytes(17));

export type Held =
  | { readonly kind: 'held'; readonly holdId: string }
  | {
      readonly kind: 'refused';
      readonly refusal: {
        readonly code: 'insufficient_credits' | 'too_many_open_holds';
        readonly detail?: Readonly<Record<string, unknown>> | undefined;
      };
    };

/** Sets the worst case of every part aside. While the hold of this owner and number is open it is found again. */
export const holdParts = async (
  { commands, clock, ids }: LedgerDeps,
  workspaceId: string,
  owned: Pick<HoldCredits, 'ownerId' | 'n' | 'parts'>,
  context: CommandContext,
): Promise<Held> => {
  const holdId = idFromBytes('hld', ids.bytes(17));
  const command = { type: 'HoldCredits', entryId: newEntryId(ids), holdId, ...owned, now: nowText(clock) } as const;
  const outcome = await commands.handle(ledgerDecider, ledgerStream(workspaceId), command, context);
  if (outcome.kind === 'refused') {
    const { code, detail } = outcome.refusal;
    assert(code === 'insufficient_credits' || code === 'too_many_open_holds', `a hold of ours was refused as ${code}`);
    return { kind: 'refused', refusal: { code, detail } };
  }
  const open = openHold(outcome.state, owned.ownerId, owned.n);
  assert(open !== undefined, `the hold of ${owned.ownerId} is open after it was made`);
  return { kind: 'held', holdId: open.holdId };
};

/** Gives parts of a hold back: all that are open, or those of them that are named. */
export const releaseHold = async (
  { commands, clock, ids }: LedgerDeps,
  workspaceId: string,
  holdId: string,
  reason: string,
  context: CommandContext,
  partIds: readonly string[] | 'all' = 'all',
): Promise<void> => {
  const command = {
    type: 'ReleaseParts',
    entryId: newEntryId(ids),
    holdId,
    partIds,
    reason,
    now: nowText(clock),
  } as const;
  const outcome = await commands.handle(ledgerDecider, ledgerStream(workspaceId), command, context);
  assert(outcome.kind !== 'refused', `a release of ours was refused`);
};

/** Spends of a part what an acceptance costs; the rest of the part goes back. */
export const debitPart = async (
  { commands, clock, ids }: LedgerDeps,
  workspaceId: string,
  debit: {
    readonly holdId: string;
    readonly partId: string;
    readonly amount: number;
    readonly attemptKeys: readonly string[];
  },
  context: CommandContext,
): Promise<void> => {
  const command = { type: 'DebitPart', entryId: newEntryId(ids), ...debit, now: nowText(clock) } as const;
  const outcome = await commands.handle(ledgerDecider, ledgerStream(workspaceId), command, context);
  assert(outcome.kind !== 'refused', `a debit of ours was refused`);
};
