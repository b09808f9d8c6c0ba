/** A ledger under test: commands in short form, done one after another, with everything that followed. */
import { type LedgerCommand, ledgerDecider } from '../../../commands/ledger/decider.ts';
import type { RefundEntry } from '../../../commands/ledger/refund-entry.ts';
import type { LedgerState } from '../../../commands/ledger/state.ts';
import type { LedgerEvent } from '../../../events/ledger.ts';

/** The n-th day of the test's year, at midnight: lots expire at such times. */
export const day = (n: number): string => new Date(Date.UTC(2026, 0, n)).toISOString();

type Short<T extends LedgerCommand['type']> = Partial<Extract<LedgerCommand, { readonly type: T }>>;

export const grant = (of: Short<'GrantCredits'> = {}) =>
  ({
    type: 'GrantCredits',
    entryId: 'ent_g',
    pool: 'paid',
    amount: 10,
    expiresAt: null,
    note: '',
    trial: false,
    now: day(1),
    ...of,
  }) as const;

export const hold = (amounts: readonly number[], of: Short<'HoldCredits'> = {}) =>
  ({
    type: 'HoldCredits',
    entryId: 'ent_h',
    holdId: 'hld_1',
    ownerId: 'job_1',
    n: 1,
    parts: amounts.map((amount, index) => ({ partId: `req_${index}`, amount })),
    now: day(1),
    ...of,
  }) as const;

export const debit = (partId: string, amount: number, of: Short<'DebitPart'> = {}) =>
  ({
    type: 'DebitPart',
    entryId: 'ent_d',
    holdId: 'hld_1',
    partId,
    amount,
    attemptKeys: ['att_1'],
    now: day(1),
    ...of,
  }) as const;

export const release = (partIds: readonly string[] | 'all', of: Short<'ReleaseParts'> = {}) =>
  ({ type: 'ReleaseParts', entryId: 'ent_r', holdId: 'hld_1', partIds, reason: 'failed', now: day(1), ...of }) as const;

/** Of the debit `ent_d`, which took these credits, as its reader saw the ledger. */
export const refund = (
  amount: number,
  debited: RefundEntry['debited'],
  of: Short<'RefundEntry'> = {},
): RefundEntry => ({
  type: 'RefundEntry',
  entryId: 'ent_b',
  refundedEntryId: 'ent_d',
  debited,
  refunded: 0,
  asOf: 999,
  amount,
  reason: 'goodwill',
  now: day(1),
  ...of,
});

export const expire = (now: string) => ({ type: 'ExpireCredits', entryId: 'ent_x', now }) as const;

/** 10 paid credits that last, 5 bonus ones until day 3, and 5 until day 2. */
export const funding: readonly LedgerCommand[] = [
  grant({ entryId: 'ent_1' }),
  grant({ entryId: 'ent_2', pool: 'bonus', amount: 5, expiresAt: day(3) }),
  grant({ entryId: 'ent_3', pool: 'bonus', amount: 5, expiresAt: day(2) }),
];

/** The log after the funding and these commands. */
export const funded = (...commands: readonly LedgerCommand[]): readonly LedgerEvent[] =>
  work([...funding, ...commands]).log;

/** Everything that the commands lead to; each must be accepted. */
export const work = (
  commands: Iterable<LedgerCommand>,
  decider = ledgerDecider,
): { readonly state: LedgerState; readonly log: readonly LedgerEvent[] } => {
  let state = decider.initial;
  const log: LedgerEvent[] = [];
  for (const command of commands) {
    const decision = decider.decide(command, state, log.length === 0 ? 'none' : log.length - 1);
    if (decision.kind === 'refused') throw new Error(`${command.type}: ${JSON.stringify(decision.refusal)}`);
    state = decision.events.reduce(decider.evolve, state);
    log.push(...decision.events);
  }
  return { state, log };
};
