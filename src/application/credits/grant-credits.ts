/** Grants of credits: the scope was checked before, the membership of the receiving workspace is checked here. */
import { ledgerDecider, type LedgerRefusal, ledgerStream } from '../../../commands/ledger/decider.ts';
import { balancesOf } from '../../../commands/ledger/queries.ts';
import { isEnding } from '../../../commands/workspace/state.ts';
import { BrokenInvariant } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { charactersIn } from '../../kernel/text.ts';
import { toUtc } from '../../kernel/time.ts';
import { type Caller, contextOf, namedWorkspace } from '../calls/caller.ts';
import { requestKey, type Idempotency } from '../calls/idempotency.ts';
import { type Body, invalid, json, refused, type Refused, type Result, type StoredAnswer } from '../calls/result.ts';
import type { LastWritten } from '../reading/last-written.ts';
import { nowText, type Services } from '../services/services.ts';
import { hasGrant, type PastEntriesDeps } from './past-entries.ts';

const OPERATION = 'credits_grant';

type GrantInput = {
  readonly pool: 'paid' | 'bonus';
  readonly amount: number;
  readonly expiresAt?: string;
  readonly note?: string;
};

type GrantDeps = Pick<Services, 'commands' | 'clock' | 'ids'> & PastEntriesDeps & { readonly written: LastWritten };

export const createGrantCredits =
  ({ written, ...deps }: GrantDeps) =>
  async (
    caller: Caller,
    workspaceId: string,
    input: GrantInput,
    idempotency: Idempotency | null,
  ): Promise<Result<StoredAnswer>> => {
    const { commands, clock } = deps;
    const { state: workspace, role } = await namedWorkspace(deps, caller, workspaceId);
    if (role === undefined || isEnding(workspace)) return refused('workspace_forbidden');
    const key = requestKey(deps, caller, OPERATION, idempotency);
    const known = await key.peek();
    if (known !== null) return known;
    const now = nowText(clock);
    const misfit = misfitOf(input, now);
    if (misfit !== undefined) return invalid(misfit.pointer, misfit.message);
    const entryId = key.newId('ent');
    const claimed = await key.claim(entryId, null);
    if (claimed !== null) return claimed;
    const grant = { pool: input.pool, amount: input.amount, expiresAt: utcOf(input), note: input.note ?? '' };
    const command = { type: 'GrantCredits', entryId, ...grant, trial: false, now } as const;
    const context = { ...contextOf(caller), workspaceId };
    const stream = ledgerStream(workspaceId);
    // The ledger knows its last grants alone, and a key is kept for ever.
    const isMade = key.repeats() && (await hasGrant(deps, workspaceId, entryId));
    const outcome = isMade
      ? { kind: 'unchanged' as const, ...(await commands.read(ledgerDecider, stream)) }
      : await commands.handle(ledgerDecider, stream, command, context);
    if (outcome.kind === 'refused') return key.release(notGranted(outcome.refusal));
    written.note(caller, outcome.position);
    const credits: Body = { ...balancesOf(outcome.state) };
    return key.answer(json(200, { ok: true, grant: { entryId, workspaceId, ...grant }, credits }));
  };

const utcOf = ({ expiresAt }: GrantInput): string | null =>
  expiresAt === undefined ? null : (toUtc(expiresAt) ?? null);

/** A member of a grant, and its requirement. */
export type Misfit = { readonly pointer: string; readonly message: string };

/** Grants that the ledger would refuse; refused before a key is claimed. */
export const misfitOf = ({ amount, expiresAt, note }: Omit<GrantInput, 'pool'>, now: string): Misfit | undefined => {
  if (!Number.isInteger(amount) || amount < 1 || amount > limits.grantAmountMax) {
    return { pointer: '/amount', message: `must be a whole number from 1 to ${limits.grantAmountMax}` };
  }
  if (note !== undefined && charactersIn(note) > limits.grantNoteCharsMax) {
    return { pointer: '/note', message: `must have at most ${limits.grantNoteCharsMax} characters` };
  }
  const until = expiresAt === undefined ? null : toUtc(expiresAt);
  const isPast = until === undefined || (until !== null && until <= now);
  return isPast ? { pointer: '/expiresAt', message: 'must be an RFC 3339 time in the future' } : undefined;
};

/** A workspace that was removed meanwhile is refused as one that was removed before. */
const notGranted = (refusal: LedgerRefusal): Refused => {
  if (refusal.code === 'ledger_closed') return refused('workspace_forbidden');
  const { pointer, message } = misfitIn(refusal);
  return invalid(pointer, message);
};

/** Only the ledger knows how much it holds already. */
export const misfitIn = ({ code }: LedgerRefusal): Misfit => {
  switch (code) {
    case 'amount_out_of_range':
      return { pointer: '/amount', message: 'would take the balance out of its range' };
    case 'ledger_closed':
      return { pointer: '/workspace', message: 'has ended: its ledger takes no credits' };
    case 'too_many_lots':
      return { pointer: '/expiresAt', message: 'is one more date than a ledger holds: use one that is there' };
    case 'expiry_invalid':
      return { pointer: '/expiresAt', message: 'must be an RFC 3339 time in the future' };
    default:
      throw new BrokenInvariant(`a grant was refused as ${code}`);
  }
};
