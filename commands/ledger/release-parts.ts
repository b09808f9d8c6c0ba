import { accept, refuse } from '../../src/kernel/decider.ts';
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
  readonly now: string;
};

export const releaseParts = (command: ReleaseParts, state: LedgerState) => {
  const { entryId, holdId, partIds, reason } = command;
  const now = toUtc(command.now);
  if (!entryIdOk(entryId) || now === undefined) return refuse('malformed_entry', { what: 'entryId or now' });
  const hold = state.holds.find((open) => open.holdId === holdId);
  const parts = hold?.parts.filter(({ partId }) => partIds === 'all' || partIds.includes(partId)) ?? [];
  if (hold === undefined || parts.length === 0) return accept();

  const given = parts.reduce((sum, { allocations }) => sum + sumOf(allocations), 0);
  const balances = { ...state.balances, held: state.balances.held - given };
  const event = holdReleased({ entryId, holdId, ownerId: hold.ownerId, parts, reason, balances });
  return accept(...thenExpire(state, event, now));
};
