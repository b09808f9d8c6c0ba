/** Entries of a ledger about one hold, as the log would have them: every part is of the lot `paid:never`. */
import { creditsHeld, holdReleased, ledgerDebited } from '../../../events/ledger.ts';

export type HoldStory = {
  readonly ownerId: string;
  readonly holdId?: string;
  readonly n?: number;
  /** Credits of each part, by its id. */
  readonly parts: Readonly<Record<string, number>>;
  readonly lot?: string;
};

/** Folds of holds ignore balances; tests of balances use the ledger itself. */
const balances = { paid: 100, bonus: 0, held: 0 };

export const holdStory = ({ ownerId, holdId = 'hld_1', n = 1, parts, lot = 'paid:never' }: HoldStory) => {
  const allocated = (partId: string, amount = parts[partId] ?? 0) => (amount === 0 ? [] : [{ lot, amount }]);
  const named = (partIds: readonly string[]) => partIds.map((partId) => ({ partId, allocations: allocated(partId) }));
  return {
    held: () =>
      creditsHeld({ entryId: `ent_${holdId}`, holdId, ownerId, n, parts: named(Object.keys(parts)), balances }),
    debited: (partId: string, amount: number) =>
      ledgerDebited({
        entryId: `ent_${holdId}_${partId}`,
        holdId,
        ownerId,
        partId,
        amount,
        debited: allocated(partId, amount),
        returned: allocated(partId, (parts[partId] ?? 0) - amount),
        attemptKeys: [`att_${partId}`],
        balances,
      }),
    released: (...partIds: readonly string[]) =>
      holdReleased({
        entryId: `ent_${holdId}_back`,
        holdId,
        ownerId,
        parts: named(partIds),
        reason: 'job_ended',
        balances,
      }),
  };
};
