/** The events of a ledger, and the shapes that they share. All amounts are whole credits. */
import { type EventOf, eventsOf } from '../src/kernel/event.ts';
import { limits } from '../src/kernel/limits.ts';
import { array, boolean, integer, nullable, object, optional, type Static, string } from '../src/kernel/shape.ts';
import { count, credits, id, ownKeys, providerCosts } from './common.ts';

const event = eventsOf('ledger');

/**
 * Ids of entries, holds, parts and owners. Short, and of one byte per character in JSON: a closed period names all that
 * is open in one event.
 */
export const ledgerId = string({ pattern: `^[A-Za-z0-9_.:-]{1,${limits.ledgerIdCharsMax}}$` });

/**
 * Credits of one pool with one date of expiry: `<pool>:<RFC 3339 UTC with milliseconds, or "never">`. Grants of the
 * same pool and date are one lot, so the number of lots stays small. As text, lots sort in the order of spending.
 */
const lotId = string({
  pattern: String.raw`^(paid|bonus):(never|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$`,
});

/** So much of a lot. */
const allocation = object({ lot: lotId, amount: integer({ minimum: 1 }) });
export type Allocation = Static<typeof allocation>;

export const sumOf = (allocations: readonly Allocation[]): number => {
  let sum = 0;
  for (const { amount } of allocations) sum += amount;
  return sum;
};

export type Pool = 'paid' | 'bonus';

export const poolOf = (lot: string): Pool => (lot.startsWith('bonus:') ? 'bonus' : 'paid');

/** The part of them that is in the pool `bonus`; the rest is `paid`. */
export const bonusOf = (allocations: readonly Allocation[]): number =>
  sumOf(allocations.filter(({ lot }) => poolOf(lot) === 'bonus'));

/** RFC 3339 UTC with milliseconds; undefined for credits that never expire. */
export const expiryOf = (lot: string): string | undefined =>
  lot.endsWith(':never') ? undefined : lot.slice(lot.indexOf(':') + 1);

/** One part of a hold: the credits kept for one task. */
const holdPart = object({ partId: ledgerId, allocations: array(allocation, { maxItems: 64 }) });
export type HoldPart = Static<typeof holdPart>;

/** After the entry: the credits of the pools, held ones included, and how many of all are held. */
const balances = object({ paid: credits, bonus: credits, held: credits });
export type Balances = Static<typeof balances>;

/** The key of a user, see `userKey` in src/kernel/ids.ts. */
const payerKey = string({ pattern: '^[0-9a-z]{1,26}$' });

/** A calendar month of UTC; as text, months sort in time. */
const month = string({ pattern: String.raw`^\d{4}-\d\d$` });

/** The most that may be held and debited in a calendar month; null for any number. */
const monthlyCap = nullable(credits);

/** Credits below which the ledger says `CreditsLow`, the lowest first. */
const lowAt = array(integer({ minimum: 1 }), { maxItems: limits.creditsLowThresholdsMax });

/** Credits were added to a lot. `trial` marks the one grant that a personal workspace starts with. */
export const creditsGranted = event('CreditsGranted', {
  entryId: ledgerId,
  lot: lotId,
  amount: integer({ minimum: 1 }),
  note: string({ maxLength: 500 }),
  trial: boolean(),
  balances,
});

/**
 * Credits were set aside for paid work: one part per task, each of which closes exactly once. `ownerId` is the job's
 * id, `n` the number of the claim that the work started under. It is 1 without a project.
 */
export const creditsHeld = event('CreditsHeld', {
  entryId: ledgerId,
  holdId: ledgerId,
  ownerId: ledgerId,
  n: count,
  parts: array(holdPart, { minItems: 1, maxItems: 200 }),
  /** The user, where its token has a cap: the credits count as spent by that user, too. */
  payerKey: optional(payerKey),
  balances,
});

/** Of entries that close parts: the cost, as providers told it, of all attempts behind these parts. Absent for none. */
const toldCosts = { providerCosts: optional(providerCosts) } as const;

/** A part of a hold was spent: `amount` of it is gone, the rest is back in its lots. */
export const ledgerDebited = event('LedgerDebited', {
  entryId: ledgerId,
  holdId: ledgerId,
  ownerId: ledgerId,
  partId: ledgerId,
  amount: credits,
  debited: array(allocation, { maxItems: 200 }),
  returned: array(allocation, { maxItems: 200 }),
  /** The attempts that this entry pays for; none where it pays for a whole job, whose stream has them. */
  attemptKeys: array(id, { maxItems: 50 }),
  /** The workspace's keys at providers that work of this entry was made under: it costs nothing here. */
  ownKeys: optional(ownKeys),
  ...toldCosts,
  /** The calendar month that it counts in; without one it counts in none. */
  month: optional(month),
  balances,
});

/** Parts of a hold were given back unspent. */
export const holdReleased = event('HoldReleased', {
  entryId: ledgerId,
  holdId: ledgerId,
  ownerId: ledgerId,
  parts: array(holdPart, { minItems: 1, maxItems: 200 }),
  reason: string({ maxLength: 100 }),
  ...toldCosts,
  balances,
});

/** The free credits of a lot expired with its date. Held credits do not expire. */
export const creditsExpired = event('CreditsExpired', {
  entryId: ledgerId,
  lot: lotId,
  amount: integer({ minimum: 1 }),
  balances,
});

/** Debited credits were given back by an administrator. */
export const ledgerRefunded = event('LedgerRefunded', {
  entryId: ledgerId,
  refundedEntryId: ledgerId,
  amount: integer({ minimum: 1 }),
  allocations: array(allocation, { maxItems: 200 }),
  reason: string({ maxLength: 500 }),
  balances,
});

/** The workspace spends within these bounds from here on. No credits move. */
export const spendLimitsSet = event('SpendLimitsSet', { monthlyCap, lowAt, balances });

/** The entry right before this event took the available credits below a threshold, the lowest that it crossed. */
export const creditsLow = event('CreditsLow', { threshold: integer({ minimum: 1 }), available: credits, balances });

/**
 * The workspace ends: nothing is held from here on. Open holds settle as ever. The credits that are left then are
 * forfeited: no hold takes them any more. Those with a date still expire.
 */
export const ledgerClosed = event('LedgerClosed', { balances });

/**
 * The whole state of the ledger after `entries` entries: a cold start reads back to the last one of these.
 * Written tightly, since it must fit one event whatever is open.
 */
export const ledgerPeriodClosed = event('LedgerPeriodClosed', {
  /** Entries so far, over all periods; this event is not one. */
  entries: count,
  /** The revision of this event itself. */
  revision: count,
  balances,
  /** The free credits of each lot that has free or held ones, in the order of spending. */
  lots: array(object({ lot: lotId, free: credits })),
  holds: array(
    object({
      holdId: ledgerId,
      ownerId: ledgerId,
      n: count,
      /** `allocations`: index of a lot above, amount, index, amount and so on. */
      parts: array(object({ partId: ledgerId, allocations: array(integer({ minimum: 0 })) })),
    }),
  ),
  trialGranted: boolean(),
  /** Entry ids of the last grants and refunds, oldest first. */
  grantIds: array(ledgerId),
  /** Revision of the last refund. */
  lastRefund: nullable(count),
  limits: optional(object({ monthlyCap, lowAt })),
  /** True after `LedgerClosed`; else absent. */
  closed: optional(boolean()),
  /** Debited in the newest month with a debit. */
  spending: optional(object({ month, debited: credits })),
  /** Users whose tokens have a cap, at one place of all three: the key, debited in that month, indexes of holds. */
  payers: optional(object({ keys: array(payerKey), debited: array(credits), holds: array(array(count)) })),
});

export const ledgerEvents = [
  creditsGranted,
  creditsHeld,
  ledgerDebited,
  holdReleased,
  creditsExpired,
  ledgerRefunded,
  spendLimitsSet,
  creditsLow,
  ledgerClosed,
  ledgerPeriodClosed,
] as const;
export type LedgerEvent = EventOf<(typeof ledgerEvents)[number]>;

/** The events that are no entries: they move no credits. */
const NO_ENTRIES = ['SpendLimitsSet', 'CreditsLow', 'LedgerClosed', 'LedgerPeriodClosed'] as const;

export type LedgerEntry = Exclude<LedgerEvent, { readonly type: (typeof NO_ENTRIES)[number] }>;

/** Whether an event of a ledger moves credits, by its type. */
export const isEntryType = (type: string): boolean => !(NO_ENTRIES as readonly string[]).includes(type);

export const isEntry = <E extends LedgerEvent>(event: E): event is Extract<E, { readonly type: LedgerEntry['type'] }> =>
  isEntryType(event.type);
