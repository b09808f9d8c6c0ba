/**
 * The statement of one month. Its entries are those that ledger/entries lists for the same time. It is folded from the
 * stream: a cold one costs a read of the whole ledger, in turns, a later one the events since.
 */
import { ledgerStream } from '../../../commands/ledger/decider.ts';
import { ledgerMonthsFold, ledgerStatement } from '../../../projections/ledger-months.ts';
import { START } from '../../kernel/position.ts';
import type { Ground } from '../application.ts';
import type { Caller } from '../calls/caller.ts';
import type { Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { signProof } from '../proof/sign-proof.ts';
import { behind, type Freshness, listRead, positionFor, type Read } from '../reading/answers.ts';
import type { ReadSide } from '../reading/read-side.ts';

/** `month`: `YYYY-MM`, UTC. */
export const createLedgerStatement =
  ({ signer, ...side }: ReadSide & Pick<Ground, 'signer'>) =>
  async (caller: Caller, month: string, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const { workspaceId } = caller;
    if ((await side.feed.head()) < positionFor(side, caller, fresh)) return behind;
    const months = await side.streams.get(ledgerMonthsFold, ledgerStream(workspaceId), workspaceId);
    const statement = ledgerStatement(months?.body, workspaceId, month);
    const signature = signProof(signer, 'ledger-statement', statement);
    return listRead({ ok: true, statement, signature }, months?.position ?? START);
  };
