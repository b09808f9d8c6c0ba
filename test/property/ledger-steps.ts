/** Random work on one ledger: steps name what they touch by choice among what exists, so that most of them bite. */
import fc from 'fast-check';
import type { LedgerCommand } from '../../commands/ledger/decider.ts';
import type { LedgerEvent } from '../../events/ledger.ts';
import { weighted } from '../support/property/weighted.ts';

const small = fc.nat({ max: 11 });

export const step = fc.oneof(
  weighted(3, {
    kind: 'grant',
    pool: fc.constantFrom('paid', 'bonus'),
    amount: fc.integer({ min: 0, max: 40 }),
    /** Days from the start of all; some lie in the past. */
    day: fc.option(fc.integer({ min: 0, max: 6 })),
    trial: fc.boolean(),
    again: fc.boolean(),
  }),
  weighted(5, {
    kind: 'hold',
    owner: fc.nat({ max: 3 }),
    n: fc.nat({ max: 2 }),
    /** The id of a hold that is open, instead of a fresh one. */
    taken: fc.boolean(),
    amounts: fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 5 }),
    payer: fc.option(fc.record({ key: fc.constantFrom('ann', 'bob'), cap: fc.nat({ max: 30 }) }), { freq: 2 }),
  }),
  weighted(3, {
    kind: 'limit',
    cap: fc.option(fc.nat({ max: 30 })),
    lowAt: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 }),
  }),
  weighted(1, { kind: 'close', forfeit: fc.boolean() }),
  weighted(6, { kind: 'debit', hold: small, part: small, amount: small }),
  weighted(3, { kind: 'release', hold: small, parts: fc.option(fc.array(small)) }),
  weighted(4, { kind: 'refund', debit: small, amount: small, stale: fc.boolean() }),
  weighted(1, { kind: 'expire' }),
  weighted(2, { kind: 'wait', days: fc.integer({ min: 1, max: 2 }) }),
  /** A command of before, delivered once more. */
  weighted(3, { kind: 'repeat', which: fc.nat({ max: 50 }) }),
);

export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export const steps = fc.array(step, { maxLength: 40, size: 'max' });

/** Near the end of a month: most work goes over it. */
const START = Date.parse('2026-01-28T00:00:00.000Z');
const dayTime = (day: number): string => new Date(START + day * 86_400_000).toISOString();

/** The inputs of commands: the log so far, the commands so far, ids of open holds, and the day. */
export type Scene = {
  readonly log: readonly LedgerEvent[];
  readonly past: readonly LedgerCommand[];
  readonly open: readonly string[];
  readonly day: number;
};

/** The command of a step; none when it only lets time pass or finds nothing to do. */
export const commandOf = (chosen: Step, scene: Scene): LedgerCommand | undefined => {
  const { past, log, open, day } = scene;
  const now = dayTime(day);
  const entryId = `ent_${past.length}`;
  const freshHold = `hld_${past.length}`;
  switch (chosen.kind) {
    case 'wait':
      return undefined;
    case 'expire':
      return { type: 'ExpireCredits', entryId, now };
    case 'grant': {
      const { pool, amount, trial } = chosen;
      const known = log.find(({ type }) => type === 'CreditsGranted');
      const id = chosen.again && known?.type === 'CreditsGranted' ? known.data.entryId : entryId;
      const expiresAt = chosen.day === null ? null : dayTime(chosen.day);
      return { type: 'GrantCredits', entryId: id, pool, amount, expiresAt, note: '', trial, now };
    }
    case 'hold': {
      const parts = chosen.amounts.map((amount, index) => ({ partId: `req_${index}`, amount }));
      const holdId = (chosen.taken ? open[0] : undefined) ?? freshHold;
      const payer = chosen.payer === null ? {} : { payer: chosen.payer };
      return {
        type: 'HoldCredits',
        entryId,
        holdId,
        ownerId: `job_${chosen.owner}`,
        n: chosen.n,
        parts,
        ...payer,
        now,
      };
    }
    case 'limit':
      return { type: 'SetSpendLimits', monthlyCap: chosen.cap, lowAt: chosen.lowAt };
    case 'close':
      return { type: 'CloseLedger', entryId, forfeit: chosen.forfeit, now };
    case 'refund':
      return refundOf(chosen, log, entryId, now);
    case 'repeat': {
      const again = pick(past, chosen.which);
      // A repeated hold has a fresh id, see HoldCredits.
      if (again?.type === 'HoldCredits') return { ...again, entryId, holdId: freshHold, now };
      return again === undefined || again.type === 'SetSpendLimits' ? again : { ...again, now };
    }
    default:
      return closing(chosen, log, entryId, now);
  }
};

const closing = (
  chosen: Extract<Step, { readonly kind: 'debit' | 'release' }>,
  log: readonly LedgerEvent[],
  entryId: string,
  now: string,
): LedgerCommand | undefined => {
  const hold = pick(heldIn(log), chosen.hold);
  if (hold === undefined) return undefined;
  const { holdId, parts } = hold;
  const partOf = (index: number): string => `req_${index % parts.length}`;
  if (chosen.kind === 'release') {
    const partIds = chosen.parts?.map(partOf) ?? 'all';
    return { type: 'ReleaseParts', entryId, holdId, partIds, reason: 'failed', now };
  }
  const { part, amount } = chosen;
  return { type: 'DebitPart', entryId, holdId, partId: partOf(part), amount, attemptKeys: [], now };
};

/** The evidence is read from the log: all of it, or only what was there when the debit was made. */
const refundOf = (
  chosen: Extract<Step, { readonly kind: 'refund' }>,
  log: readonly LedgerEvent[],
  entryId: string,
  now: string,
): LedgerCommand | undefined => {
  const debits = log.flatMap((event, revision) =>
    event.type === 'LedgerDebited' ? [{ ...event.data, revision }] : [],
  );
  const debit = pick(debits, chosen.debit);
  if (debit === undefined) return undefined;
  const asOf = chosen.stale ? debit.revision : log.length - 1;
  const refunds = log
    .slice(0, asOf + 1)
    .flatMap((event) =>
      event.type === 'LedgerRefunded' && event.data.refundedEntryId === debit.entryId ? [event.data.amount] : [],
    );
  const evidence = { debited: debit.debited, refunded: refunds.reduce((a, b) => a + b, 0), asOf };
  const { amount } = chosen;
  return { type: 'RefundEntry', entryId, refundedEntryId: debit.entryId, ...evidence, amount, reason: '', now };
};

type Held = { readonly holdId: string; readonly parts: readonly { readonly partId: string }[] };

const heldIn = (log: readonly LedgerEvent[]): readonly Held[] =>
  log.flatMap((event) => (event.type === 'CreditsHeld' ? [event.data] : []));

/** Counts from the newest, so that small choices find what is likely still open. */
const pick = <T>(items: readonly T[], choice: number): T | undefined =>
  items.length === 0 ? undefined : items[items.length - 1 - (choice % items.length)];
