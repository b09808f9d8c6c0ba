/**
 * Refunds of debits, in the caller's workspace; the scope was checked before. The evidence is read from the log: the
 * debit, and all refunds of it, which are after it. The ledger refuses evidence that is older than its last refund.
 */
import type { Allocation } from '../../../events/ledger.ts';
import { ledgerDecider, type LedgerRefusal, ledgerStream } from '../../../commands/ledger/decider.ts';
import { balancesOf } from '../../../commands/ledger/queries.ts';
import type { LedgerState } from '../../../commands/ledger/state.ts';
import { BrokenInvariant } from '../../kernel/faults.ts';
import { createGates } from '../../kernel/gates.ts';
import { limits } from '../../kernel/limits.ts';
import type { Revision } from '../../kernel/position.ts';
import type { Ground } from '../application.ts';
import { type Caller, contextOf } from '../calls/caller.ts';
import { type Idempotency, type RequestKey, requestKey } from '../calls/idempotency.ts';
import { invalid, json, refused, type Refused, type Result, type StoredAnswer } from '../calls/result.ts';
import { nowText } from '../services/services.ts';
import { pastEntries, type PastEntriesDeps } from './past-entries.ts';

export type RefundInput = { readonly entryId: string; readonly amount: number; readonly reason: string };

type Deps = Pick<Ground, 'commands' | 'clock' | 'ids'> & PastEntriesDeps;

/** Refunds of one ledger wait for each other: each of them makes the evidence of the others stale. */
export const createRefundEntry = (deps: Deps) => {
  const ledgers = createGates({ placesMax: 1, waitingMax: limits.refundsWaitingMax });
  return async (caller: Caller, input: RefundInput, idempotency: Idempotency | null): Promise<Result<StoredAnswer>> => {
    const key = requestKey(deps, caller, 'ledger_refund', idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    return ledgers(caller.workspaceId).run(async () => refund(deps, caller, input, key));
  };
};

const refund = async (
  deps: Deps,
  caller: Caller,
  { entryId: refundedEntryId, amount, reason }: RefundInput,
  key: RequestKey,
): Promise<Result<StoredAnswer>> => {
  const { commands, clock } = deps;
  const about = { entryId: key.newId('ent'), refundedEntryId, amount, reason };
  const before = await evidenceOf(deps, caller.workspaceId, about);
  if (before === undefined) return invalid('/entryId', 'names no debit of this ledger');
  const claimed = await key.claim(about.entryId, null);
  if (claimed !== null) return claimed;
  const stream = ledgerStream(caller.workspaceId);
  const answer = async (state: LedgerState) =>
    key.answer(json(200, { ok: true, refund: about, credits: { ...balancesOf(state) } }));
  for (let tries = 0; tries < limits.refundTriesMax; tries += 1) {
    const evidence = tries === 0 ? before : await evidenceOf(deps, caller.workspaceId, about);
    if (evidence === undefined) throw new BrokenInvariant('a debit is in the ledger for good');
    const { isMade, ...read } = evidence;
    if (isMade) return answer((await commands.read(ledgerDecider, stream)).state);
    const command = { type: 'RefundEntry', ...about, ...read, now: nowText(clock) } as const;
    const outcome = await commands.handle(ledgerDecider, stream, command, contextOf(caller));
    if (outcome.kind !== 'refused') return answer(outcome.state);
    if (outcome.refusal.code !== 'refund_evidence_stale') return key.release(notRefunded(outcome.refusal));
  }
  return key.release(refused('service_unavailable', 'other refunds of this ledger came in between: ask again'));
};

type Evidence = {
  readonly debited: readonly Allocation[];
  readonly refunded: number;
  readonly asOf: Revision;
  /** An earlier call of the same key has made this very refund, and died before its answer. */
  readonly isMade: boolean;
};

/** Reads back to the debit, in turns; undefined where the ledger has no such debit. */
const evidenceOf = async (
  deps: PastEntriesDeps,
  workspaceId: string,
  { entryId, refundedEntryId }: { readonly entryId: string; readonly refundedEntryId: string },
): Promise<Evidence | undefined> => {
  let asOf: Revision | undefined;
  let refunded = 0;
  let isMade = false;
  for await (const { revision, event } of pastEntries(deps, workspaceId, ['LedgerDebited', 'LedgerRefunded'])) {
    asOf ??= revision;
    if (event?.type === 'LedgerRefunded' && event.data.refundedEntryId === refundedEntryId) {
      refunded += event.data.amount;
      isMade ||= event.data.entryId === entryId;
    }
    if (event?.type === 'LedgerDebited' && event.data.entryId === refundedEntryId) {
      return { debited: event.data.debited, refunded, asOf, isMade };
    }
  }
  return undefined;
};

/** A workspace that was removed meanwhile is refused as one that was removed before. */
const notRefunded = (refusal: LedgerRefusal): Refused =>
  refusal.code === 'ledger_closed' ? refused('workspace_forbidden') : invalid('/amount', messageOf(refusal));

const messageOf = ({ code, detail }: LedgerRefusal): string => {
  const { debited, refunded } = detail ?? {};
  if (code === 'refund_exceeds_debit')
    return `is too much: ${String(debited)} were debited, ${String(refunded)} of them are refunded`;
  if (code === 'amount_out_of_range') return 'would take the balance out of its range';
  if (code === 'too_many_lots') return 'would open one more date of expiry than a ledger holds';
  throw new BrokenInvariant(`a refund was refused as ${code}`);
};
