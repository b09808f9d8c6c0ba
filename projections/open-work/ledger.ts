/** The open work of a ledger: the expiry of credits that reach their date unspent. Held credits do not expire. */
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import { ofEvent } from '../../src/kernel/handlers.ts';
import { type Allocation, expiryOf, type LedgerEvent } from '../../events/ledger.ts';
import type { LedgerWork } from './document.ts';

/** Whether an entry moves free credits of a lot with a date; most do not. */
export const movesDated = (event: LedgerEvent): boolean =>
  movesOf(event).some(({ moved }) => moved.some(({ lot }) => expiryOf(lot) !== undefined));

/** The free credits that an entry adds (1) or takes (-1). */
type Move = { readonly sign: 1 | -1; readonly moved: readonly Allocation[] };

const movesOf = ofEvent<LedgerEvent, readonly Move[]>({
  CreditsGranted: (grant) => [{ sign: 1, moved: [grant] }],
  CreditsExpired: (expired) => [{ sign: -1, moved: [expired] }],
  CreditsHeld: ({ parts }) => parts.map(({ allocations }) => ({ sign: -1, moved: allocations })),
  HoldReleased: ({ parts }) => parts.map(({ allocations }) => ({ sign: 1, moved: allocations })),
  LedgerDebited: ({ returned }) => [{ sign: 1, moved: returned }],
  LedgerRefunded: ({ allocations }) => [{ sign: 1, moved: allocations }],
  SpendLimitsSet: () => [],
  CreditsLow: () => [],
  LedgerClosed: () => [],
  LedgerPeriodClosed: () => [],
});

export const evolveLedger = (
  work: LedgerWork | undefined,
  event: RecordedEvent<LedgerEvent>,
): LedgerWork | undefined => {
  const lots = new Map(work?.lots.map(({ lot, free }) => [lot, free]));
  for (const { sign, moved } of movesOf(event)) {
    for (const { lot, amount } of moved) lots.set(lot, (lots.get(lot) ?? 0) + sign * amount);
  }
  const free = [...lots].flatMap(([lot, amount]) => {
    const expiresAt = expiryOf(lot);
    return amount > 0 && expiresAt !== undefined ? [{ lot, expiresAt, free: amount }] : [];
  });
  const [first] = free.sort((a, b) => (a.expiresAt + a.lot < b.expiresAt + b.lot ? -1 : 1));
  if (first === undefined) return undefined;
  const workspaceId = idOf(event.stream);
  return { kind: 'ledger.expire', dueAt: first.expiresAt, subject: 'ledger', workspaceId, lots: free };
};
