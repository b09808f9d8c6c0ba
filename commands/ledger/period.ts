/** The end of a period: the whole state as one event, and back. */
import { assert } from '../../src/kernel/faults.ts';
import type { EventOf } from '../../src/kernel/event.ts';
import { type HoldPart, ledgerPeriodClosed } from '../../events/ledger.ts';
import type { Lot } from './lots.ts';
import { type LedgerState, NO_LIMITS, NOTHING_SPENT } from './state.ts';

type Period = EventOf<typeof ledgerPeriodClosed>['data'];

/** The event that closes a period right after `state`. */
export const closePeriod = (state: LedgerState): EventOf<typeof ledgerPeriodClosed> => {
  const { balances, entries, trialGranted, lastRefund, closed, spending } = state;
  const { monthlyCap, lowAt } = state.limits;
  const indexes = new Map(state.lots.map(({ id }, index) => [id, index]));
  return ledgerPeriodClosed({
    entries,
    revision: state.revision + 1,
    balances,
    lots: state.lots.map(({ id, free }) => ({ lot: id, free })),
    holds: state.holds.map(({ holdId, ownerId, n, parts }) => ({
      holdId,
      ownerId,
      n,
      parts: parts.map((part) => pack(part, indexes)),
    })),
    trialGranted,
    grantIds: [...state.grantIds],
    lastRefund,
    limits: { monthlyCap, lowAt: [...lowAt] },
    ...(closed ? { closed } : {}),
    ...(spending.month === '' ? {} : { spending: { month: spending.month, debited: spending.debited } }),
    ...packPayers(state),
  });
};

/** The state that an end of a period describes: the same that all entries before it lead to. */
export const restore = (period: Period): LedgerState => {
  const { balances, entries, revision, trialGranted, grantIds, lastRefund } = period;
  const { limits = NO_LIMITS, closed = false, payers } = period;
  const spending = { ...NOTHING_SPENT, ...period.spending, payers: debtors(payers) };
  const ids = period.lots.map(({ lot }) => lot);
  const holds = period.holds.map((hold, index) => ({
    ...hold,
    ...payerOf(payers, index),
    parts: hold.parts.map((part) => unpack(part, ids)),
  }));
  const parts = holds.flatMap((hold) => hold.parts);
  const heldOf = new Map<string, number>();
  let openAllocations = 0;
  for (const { allocations } of parts) {
    openAllocations += allocations.length;
    for (const { lot, amount } of allocations) heldOf.set(lot, (heldOf.get(lot) ?? 0) + amount);
  }
  const lots = period.lots.map(({ lot, free }): Lot => ({ id: lot, free, held: heldOf.get(lot) ?? 0 }));
  const open = { openParts: parts.length, openAllocations };
  const told = { trialGranted, grantIds, lastRefund, limits, closed, spending, entries, revision };
  return { balances, lots, holds, ...open, ...told };
};

type Payers = Period['payers'];

/** Users that have paid in the month come first, in their order. */
const packPayers = ({ holds, spending }: LedgerState): { payers?: NonNullable<Payers> } => {
  const debited = new Map(spending.payers.map((payer) => [payer.key, payer.debited]));
  const keys = [...new Set([...debited.keys(), ...holds.flatMap(({ payerKey }) => payerKey ?? [])])];
  if (keys.length === 0) return {};
  const holdsOf = (key: string) => holds.flatMap(({ payerKey }, index) => (payerKey === key ? [index] : []));
  return { payers: { keys, debited: keys.map((key) => debited.get(key) ?? 0), holds: keys.map(holdsOf) } };
};

const debtors = (payers: Payers): LedgerState['spending']['payers'] =>
  payers?.keys
    .map((key, index) => ({ key, debited: payers.debited[index] ?? 0 }))
    .filter(({ debited }) => debited > 0) ?? [];

const payerOf = (payers: Payers, hold: number): { readonly payerKey?: string } => {
  const payerKey = payers?.keys[payers.holds.findIndex((holds) => holds.includes(hold))];
  return payerKey === undefined ? {} : { payerKey };
};

type Packed = Period['holds'][number]['parts'][number];

const pack = ({ partId, allocations }: HoldPart, indexes: ReadonlyMap<string, number>): Packed => ({
  partId,
  allocations: allocations.flatMap(({ lot, amount }) => {
    const index = indexes.get(lot);
    assert(index !== undefined, 'every held credit is of a lot');
    return [index, amount];
  }),
});

const unpack = ({ partId, allocations }: Packed, ids: readonly string[]): HoldPart => ({
  partId,
  allocations: ids.length === 0 ? [] : pairs(allocations, ids),
});

const pairs = (packed: readonly number[], ids: readonly string[]): HoldPart['allocations'] => {
  const allocations: HoldPart['allocations'] = [];
  for (let i = 0; i < packed.length; i += 2) {
    const lot = ids[packed[i] as number];
    assert(lot !== undefined, 'a closed period names its lots by index');
    allocations.push({ lot, amount: packed[i + 1] as number });
  }
  return allocations;
};
