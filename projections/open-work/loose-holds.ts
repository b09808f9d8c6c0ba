/** Holds that no decision has named yet, or ever will. */
import type { EventOf } from '../../src/kernel/event.ts';
import type { creditsHeld } from '../../events/ledger.ts';
import type { LooseHold } from './document.ts';

export const looseHold = ({ holdId, n, parts }: EventOf<typeof creditsHeld>['data']): LooseHold => ({
  holdId,
  n,
  partIds: parts.map(({ partId }) => partId),
});

/** The holds after parts of one were closed. */
export const withoutParts = (
  holds: readonly LooseHold[],
  holdId: string,
  closed: readonly string[],
): readonly LooseHold[] =>
  holds.flatMap((hold) => {
    if (hold.holdId !== holdId) return [hold];
    const partIds = hold.partIds.filter((partId) => !closed.includes(partId));
    return partIds.length === 0 ? [] : [{ ...hold, partIds }];
  });
