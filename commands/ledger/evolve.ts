/** The effect of each entry on the state. Balances are taken from the entry; the audit recomputes them. */
import { onEvent } from '../../src/kernel/handlers.ts';
import { limits } from '../../src/kernel/limits.ts';
import { type Allocation, type HoldPart, isEntry, type LedgerEvent } from '../../events/ledger.ts';
import { moveLots } from './lots.ts';
import { restore } from './period.ts';
import { withDebit } from './spending.ts';
import type { LedgerState, OpenHold } from './state.ts';

export const evolve = (state: LedgerState, event: LedgerEvent): LedgerState =>
  event.type === 'LedgerPeriodClosed'
    ? restore(event.data)
    : {
        ...state,
        ...changesOf(state, event),
        balances: event.data.balances,
        entries: state.entries + (isEntry(event) ? 1 : 0),
        revision: state.revision + 1,
      };

export const fold = (state: LedgerState, events: readonly LedgerEvent[]): LedgerState => events.reduce(evolve, state);

type Change = Exclude<LedgerEvent, { readonly type: 'LedgerPeriodClosed' }>;

const changesOf = onEvent<Change, LedgerState, Partial<LedgerState>>({
  CreditsGranted: ({ lots, grantIds, trialGranted }, grant) => ({
    lots: moveLots(lots, [grant], 1, 0),
    grantIds: remember(grantIds, grant.entryId),
    trialGranted: trialGranted || grant.trial,
  }),
  CreditsHeld: (state, hold) => open(state, hold),
  LedgerDebited: (state, { holdId, partId, debited, returned, amount, month }) => ({
    ...close(state, holdId, [partId]),
    spending: withDebit(state, { holdId, amount, ...(month === undefined ? {} : { month }) }),
    lots: moveLots(moveLots(state.lots, debited, 0, -1), returned, 1, -1),
  }),
  HoldReleased: (state, { holdId, parts }) => ({
    ...close(
      state,
      holdId,
      parts.map(({ partId }) => partId),
    ),
    lots: moveLots(state.lots, allocationsOf(parts), 1, -1),
  }),
  CreditsExpired: ({ lots }, expired) => ({ lots: moveLots(lots, [expired], -1, 0) }),
  LedgerRefunded: ({ lots, grantIds, revision }, { entryId, allocations }) => ({
    lots: moveLots(lots, allocations, 1, 0),
    grantIds: remember(grantIds, entryId),
    lastRefund: revision + 1,
  }),
  SpendLimitsSet: (_, { monthlyCap, lowAt }) => ({ limits: { monthlyCap, lowAt } }),
  CreditsLow: () => ({}),
  LedgerClosed: () => ({ closed: true }),
});

const open = (state: LedgerState, { holdId, ownerId, n, payerKey, parts }: OpenHold): Partial<LedgerState> => {
  const allocations = allocationsOf(parts);
  return {
    lots: moveLots(state.lots, allocations, -1, 1),
    holds: [...state.holds, { holdId, ownerId, n, ...(payerKey === undefined ? {} : { payerKey }), parts }],
    openParts: state.openParts + parts.length,
    openAllocations: state.openAllocations + allocations.length,
  };
};

const close = (state: LedgerState, holdId: string, partIds: readonly string[]): Partial<LedgerState> => {
  const at = state.holds.findIndex((hold) => hold.holdId === holdId);
  const hold = state.holds[at];
  if (hold === undefined) return {};
  const closing = partIds.length === 1 ? undefined : new Set(partIds);
  const parts: HoldPart[] = [];
  let allocations = 0;
  for (const part of hold.parts) {
    if (closing === undefined ? part.partId === partIds[0] : closing.has(part.partId)) {
      allocations += part.allocations.length;
    } else parts.push(part);
  }
  return {
    holds: parts.length === 0 ? state.holds.toSpliced(at, 1) : state.holds.with(at, { ...hold, parts }),
    openParts: state.openParts - hold.parts.length + parts.length,
    openAllocations: state.openAllocations - allocations,
  };
};

const allocationsOf = (parts: readonly HoldPart[]): readonly Allocation[] =>
  parts.length === 1 ? (parts[0] as HoldPart).allocations : parts.flatMap(({ allocations }) => allocations);

const remember = (ids: readonly string[], id: string): readonly string[] => [
  ...ids.slice(1 - limits.ledgerGrantIdsMax),
  id,
];
