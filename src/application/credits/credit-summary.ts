/** Credits that a workspace owns and holds. */
import { ledgerDecider, ledgerStream } from '../../../commands/ledger/decider.ts';
import {
  creditSummary,
  type CreditSummaryDocument,
  creditSummaryProjection,
} from '../../../projections/credit-summary.ts';
import { laterOf, type Position, START } from '../../kernel/position.ts';
import type { Caller } from '../calls/caller.ts';
import type { Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { behind, listRead, positionFor, type Freshness, type Read } from '../reading/answers.ts';
import { cannotTell } from '../reading/read-document.ts';
import { isFresh } from '../reading/changes.ts';
import type { ReadSide } from '../reading/read-side.ts';

type Balances = Pick<CreditSummaryDocument, 'paid' | 'bonus' | 'held'>;
type Summary = { readonly balances: Balances; readonly position: Position };

export const createCreditSummary =
  (side: ReadSide) =>
  async ({ workspaceId, ...caller }: Caller, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const wanted = positionFor(side, { workspaceId, ...caller }, fresh);
    const found = await fromReadModel(side, workspaceId, wanted);
    if (found === 'unknown') return behind;
    const { balances, position } = found ?? (await fromLedger(side, workspaceId));
    // All workspaces have this address: a revision of the ledger would be the tag of other balances, too.
    return listRead(creditSummary(balances), laterOf(position, fresh.atLeast ?? START));
  };

const fromReadModel = async (
  side: ReadSide,
  workspaceId: string,
  wanted: Position,
): Promise<Summary | undefined | 'unknown'> => {
  try {
    const freshness = await isFresh(side, creditSummaryProjection, { owner: workspaceId, position: wanted });
    if (freshness !== 'fresh') return freshness === 'unknown' ? 'unknown' : undefined;
    const collection = side.readModels.collection(creditSummaryProjection.name);
    const asOf = side.readModels.position(creditSummaryProjection.name, workspaceId);
    const found = await side.parsed.get<CreditSummaryDocument>(collection, workspaceId, workspaceId, asOf);
    return found === undefined ? undefined : { balances: found.body, position: found.position };
  } catch (error) {
    if (cannotTell(error)) return undefined;
    throw error;
  }
};

/** The state of the ledger is in memory anyway, for spending. */
const fromLedger = async ({ commands }: ReadSide, workspaceId: string): Promise<Summary> => {
  const { state, position } = await commands.read(ledgerDecider, ledgerStream(workspaceId));
  return { balances: state.balances, position };
};
