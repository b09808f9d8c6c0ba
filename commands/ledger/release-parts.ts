import { accept, refuse } from '../../src/kernel/decider.ts';
import { type ProviderCost, sumOfCosts } from '../../src/kernel/provider-cost.ts';
import { toUtc } from '../../src/kernel/time.ts';
import { holdReleased, sumOf } from '../../events/ledger.ts';
import { entryIdOk } from './checks.ts';
import { thenExpire } from './expire-credits.ts';
import type { LedgerState } from './state.ts';

/** Gives parts of a hold back unspent, those of them that are open; none open: nothing changes. */
export type ReleaseParts = {
  readonly type: 'ReleaseParts';
  readonly entryId: string;
  readonly holdId: string;
  readonly partIds: readonly string[] | 'all';
  readonly reason: string;
  /** The cost, as providers told it, of all attempts behind each part; absent parts had none. */
  readonly providerCosts?: Readonly<Record<string, readonly ProviderCost[]>>;
  readonly now: string;
};

export const releaseParts = (command: ReleaseParts, state: LedgerState) => {
  const { entryId, holdId, partIds, reason, providerCosts = {} } = command;
  const now = toUtc(command.now);
  if (!entryIdOk(entryId) || now === undefined) return refuse('malformed_entry', { what: 'entryId or now' });
  const hold = state.holds.find((open) => open.holdId === holdId);
  const parts = hold?.parts.filter(({ partId }) => partIds === 'all' || partIds.includes(partId)) ?? [];
  if (hold === undefined || parts.length === 0) return accept();

  const given = parts.reduce((sum, { allocations }) => sum + sumOf(allocations), 0);
  const balances = { ...state.balances, held: state.balances.held - given };
  // A part closes once, and its costs are told with that.
  const costs = sumOfCosts(parts.flatMap(({ partId }) => providerCosts[partId] ?? []));
  const told = costs.length === 0 ? {} : { providerCosts: costs };
  const event = holdReleased({ entryId, holdId, ownerId: hold.ownerId, parts, reason, ...told, balances });
  return accept(...thenExpire(state, event, now));
};
