/** Shapes that the entries of the ledger share. All amounts are whole credits. */
import { array, integer, object, string } from '../../src/kernel/shape.ts';
import type { Static } from '../../src/kernel/shape.ts';
import { credits, id } from '../common.ts';

/**
 * Credits of one pool with one date of expiry: `<pool>:<RFC 3339 or "never">`, e.g. `bonus:never`. Grants of the same
 * pool and date are one lot, so the number of lots stays small.
 */
export const lotId = string({ pattern: '^(paid|bonus):(never|.{20,35})$' });

/** So much of a lot. */
export const allocation = object({ lot: lotId, amount: integer({ minimum: 1 }) });
export type Allocation = Static<typeof allocation>;

/** One part of a hold: the credits kept for one requirement or scene. */
export const holdPart = object({ partId: id, allocations: array(allocation, { maxItems: 200 }) });
export type HoldPart = Static<typeof holdPart>;

/** After the entry: what the pools own, held credits included, and how much of it all is held. */
export const balances = object({ paid: credits, bonus: credits, held: credits });
export type Balances = Static<typeof balances>;
