/**
 * A ledger kept like coins on a table: every single credit is an object in some place. It is slow, obvious, and written
 * without a look at the real one. It tells the effect of each command and the reason of each refusal.
 */
import type { LedgerCommand, LedgerRefusal } from '../../../commands/ledger/decider.ts';
import { assertNever } from '../../../src/kernel/faults.ts';

type Coin = {
  readonly pool: 'paid' | 'bonus';
  readonly expiresAt: number;
  /** Free, gone by expiry, or on a pile: of an open part, or of a debit that took it. */
  at: 'free' | 'expired' | { readonly part: OpenPart } | { readonly debit: string };
};

type OpenPart = {
  readonly holdId: string;
  readonly ownerId: string;
  readonly n: number;
  readonly partId: string;
  readonly payer: string | undefined;
};

type Spent = { readonly month: string; readonly amount: number; readonly payer: string | undefined };

type Command<T extends LedgerCommand['type']> = Extract<LedgerCommand, { readonly type: T }>;
type Outcome = 'done' | LedgerRefusal['code'];

export type NaiveLedger = {
  readonly apply: (command: LedgerCommand) => Outcome;
  readonly balances: () => { readonly paid: number; readonly bonus: number; readonly held: number };
  /** Free credits by pool and expiry, e.g. `bonus 2026-01-03T00:00:00.000Z`. */
  readonly free: () => Readonly<Record<string, number>>;
  /** Credits of each open part by hold and part, those of 0 credits included. */
  readonly open: () => Readonly<Record<string, number>>;
};

const NEVER = Number.POSITIVE_INFINITY;

export const createNaiveLedger = (): NaiveLedger => {
  const coins: Coin[] = [];
  const grants = new Set<string>();
  let parts: OpenPart[] = [];
  let trial = false;
  let spent: Spent[] = [];
  let cap = NEVER;
  let closed = false;

  const owned = (): Coin[] => coins.filter(({ at }) => at === 'free' || (typeof at === 'object' && 'part' in at));
  const onPart = (part: OpenPart): Coin[] =>
    coins.filter(({ at }) => typeof at === 'object' && 'part' in at && at.part === part);
  const inOrder = (some: Coin[]): Coin[] =>
    some.toSorted((a, b) => a.pool.localeCompare(b.pool) || compare(a.expiresAt, b.expiresAt));

  const expire = (now: string): void => {
    for (const coin of coins) if (coin.at === 'free' && coin.expiresAt <= Date.parse(now)) coin.at = 'expired';
  };

  const grant = (command: Command<'GrantCredits'>): Outcome => {
    if (grants.has(command.entryId) || (command.trial && trial)) return 'done';
    if (closed) return 'ledger_closed';
    if (!Number.isInteger(command.amount) || command.amount < 1) return 'amount_out_of_range';
    const expiresAt = command.expiresAt === null ? NEVER : Date.parse(command.expiresAt);
    if (expiresAt <= Date.parse(command.now)) return 'expiry_invalid';
    for (let i = 0; i < command.amount; i += 1) coins.push({ pool: command.pool, expiresAt, at: 'free' });
    grants.add(command.entryId);
    trial ||= command.trial;
    return 'done';
  };

  /** Held at all, and debited in the month; of one user where it is named. */
  const used = (now: string, payer?: string): number => {
    const counts = (one: { readonly payer: string | undefined }): boolean => payer === undefined || one.payer === payer;
    const inMonth = spent.filter((one) => counts(one) && one.month === now.slice(0, 7));
    return parts.filter(counts).flatMap(onPart).length + inMonth.reduce((sum, { amount }) => sum + amount, 0);
  };

  const hold = (command: Command<'HoldCredits'>): Outcome => {
    const { holdId, ownerId, n, payer, now } = command;
    if (parts.some((part) => part.ownerId === ownerId && part.n === n)) return 'done';
    if (closed) return 'ledger_closed';
    if (parts.some((part) => part.holdId === holdId)) return 'hold_id_taken';
    const usable = coins.filter(({ at, expiresAt }) => at === 'free' && expiresAt > Date.parse(command.now));
    const required = command.parts.reduce((sum, { amount }) => sum + amount, 0);
    if (required > usable.length) return 'insufficient_credits';
    if (required > 0 && used(now) + required > cap) return 'spend_cap_reached';
    if (payer !== undefined && required > 0 && used(now, payer.key) + required > payer.cap) return 'spend_cap_reached';
    expire(command.now);
    const pile = inOrder(usable);
    for (const { partId, amount } of command.parts) {
      const part = { holdId, ownerId, n, partId, payer: payer?.key };
      for (const coin of pile.splice(0, amount)) coin.at = { part };
      parts.push(part);
    }
    return 'done';
  };

  const debit = (command: Command<'DebitPart'>): Outcome => {
    const part = parts.find(({ holdId, partId }) => holdId === command.holdId && partId === command.partId);
    if (part === undefined) return 'done';
    const pile = inOrder(onPart(part));
    const taken = pile.splice(0, command.amount);
    for (const coin of taken) coin.at = { debit: command.entryId };
    spent = [...spent, { month: command.now.slice(0, 7), amount: taken.length, payer: part.payer }];
    for (const coin of pile) coin.at = 'free';
    parts = parts.filter((open) => open !== part);
    expire(command.now);
    return 'done';
  };

  const release = (command: Command<'ReleaseParts'>): Outcome => {
    const closing = parts.filter(
      ({ holdId, partId }) =>
        holdId === command.holdId && (command.partIds === 'all' || command.partIds.includes(partId)),
    );
    for (const coin of closing.flatMap(onPart)) coin.at = 'free';
    parts = parts.filter((part) => !closing.includes(part));
    if (closing.length > 0) expire(command.now);
    return 'done';
  };

  const refund = (command: Command<'RefundEntry'>): Outcome => {
    if (grants.has(command.entryId)) return 'done';
    if (closed) return 'ledger_closed';
    if (!Number.isInteger(command.amount) || command.amount < 1) return 'amount_out_of_range';
    const spent = coins.filter(
      ({ at }) => typeof at === 'object' && 'debit' in at && at.debit === command.refundedEntryId,
    );
    if (command.amount > spent.length) return 'refund_exceeds_debit';
    for (const coin of inOrder(spent).slice(-command.amount)) coin.at = 'free';
    grants.add(command.entryId);
    expire(command.now);
    return 'done';
  };

  const close = ({ forfeit, now }: Command<'CloseLedger'>): Outcome => {
    if (closed) return 'done';
    const left = owned().filter(
      ({ pool, at, expiresAt }) => pool === 'paid' && !(at === 'free' && expiresAt <= Date.parse(now)),
    );
    if (left.length > 0 && !forfeit) return 'paid_credits_left';
    expire(now);
    closed = true;
    return 'done';
  };

  const apply = (command: LedgerCommand): Outcome => {
    switch (command.type) {
      case 'GrantCredits':
        return grant(command);
      case 'HoldCredits':
        return hold(command);
      case 'DebitPart':
        return debit(command);
      case 'ReleaseParts':
        return release(command);
      case 'RefundEntry':
        return refund(command);
      case 'ExpireCredits':
        expire(command.now);
        return 'done';
      case 'SetSpendLimits':
        cap = command.monthlyCap ?? NEVER;
        return 'done';
      case 'CloseLedger':
        return close(command);
      default:
        return assertNever(command);
    }
  };

  return {
    apply,
    balances: () => ({
      paid: owned().filter(({ pool }) => pool === 'paid').length,
      bonus: owned().filter(({ pool }) => pool === 'bonus').length,
      held: owned().filter(({ at }) => at !== 'free').length,
    }),
    free: () => {
      const counts: Record<string, number> = {};
      for (const { pool, expiresAt } of coins.filter(({ at }) => at === 'free')) {
        const name = `${pool}:${expiresAt === NEVER ? 'never' : new Date(expiresAt).toISOString()}`;
        counts[name] = (counts[name] ?? 0) + 1;
      }
      return counts;
    },
    open: () => Object.fromEntries(parts.map((part) => [`${part.holdId} ${part.partId}`, onPart(part).length])),
  };
};

/** Subtraction would make NaN of two infinities. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
