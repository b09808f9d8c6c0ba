/** Shapes that the entries of the ledger share. All amounts are whole credits. */
import { limits } from '../../src/kernel/limits.ts';
import { array, integer, object, type Static, string } from '../../src/kernel/shape.ts';
import { credits } from '../common.ts';

/**
 * Ids of entries, holds, parts and owners. Short, and of one byte per character in JSON: a closed period names all that
 * is open in one event.
 */
export const ledgerId = string({ pattern: `^[A-Za-z0-9_.:-]{1,${limits.ledgerIdCharsMax}}$` });

/**
 * Credits of one pool with one date of expiry: `<pool>:<RFC 3339 UTC with milliseconds, or "never">`. Grants of the
 * same pool and date are one lot, so the number of lots stays small. As text, lots sort in the order of spending.
 */
export const lotId = string({
  pattern: String.raw`^(paid|bonus):(never|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$`,
});

/** So much of a lot. */
export const allocation = object({ lot: lotId, amount: integer({ minimum: 1 }) });
export type Allocation = Static<typeof allocation>;

/** One part of a hold: the credits kept for one task. */
export const holdPart = object({ partId: ledgerId, allocations: array(allocation, { maxItems: 64 }) });
export type HoldPart = Static<typeof holdPart>;

/** After the entry: what the pools own, held credits included, and how much of it all is held. */
export const balances = object({ paid: credits, bonus: credits, held: credits });
export type Balances = Static<typeof balances>;
