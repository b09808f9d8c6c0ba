/** Balances, grants and entries of a ledger. */
import { limits } from '../../../kernel/limits.ts';
import { array, integer, named, namedObject, nullable, oneOf, optional, string } from '../../../kernel/shape.ts';
import { idOf, jobId, pageOf, providerCosts, text, time, workspaceId, yes } from './common.ts';

const amount = (example: number) => integer({ minimum: 0, examples: [example] });
const change = (example: number) => integer({ examples: [example] });

export const creditsOfWorkspace = namedObject(
  'Credits',
  { paid: amount(0), bonus: amount(500), total: amount(500), held: amount(9), available: amount(491) },
  { description: 'Total is paid and bonus together, held credits included; available is the rest without them' },
);

export const creditSummary = namedObject('CreditSummary', { ok: yes, credits: creditsOfWorkspace });

const pool = named('CreditPool', oneOf(['paid', 'bonus']));
const note = string({ minLength: 1, maxLength: limits.grantNoteCharsMax, examples: ['season one'] });

/** The page of the reference sends the example as it is: its time must not go by. */
const timeAhead = string({
  format: 'date-time',
  description: 'RFC 3339, in the future',
  examples: ['2099-12-31T23:59:59.000Z'],
});

export const grantRequest = namedObject('CreditGrantRequest', {
  pool,
  amount: integer({ minimum: 1, maximum: limits.grantAmountMax, examples: [1000] }),
  expiresAt: optional(timeAhead),
  note,
});

const grant = namedObject('CreditGrant', {
  entryId: idOf('ent'),
  workspaceId,
  pool,
  amount: amount(1000),
  expiresAt: nullable(time),
  note,
});

export const granted = namedObject('CreditGranted', { ok: yes, grant, credits: creditsOfWorkspace });

export const entryKind = named(
  'LedgerEntryKind',
  oneOf(['grant', 'expiry', 'hold', 'release', 'debit', 'refund'], { description: 'the subject of an entry' }),
);

const entry = namedObject('LedgerEntry', {
  entryId: idOf('ent'),
  position: text('0000-000000000042', 'its position in the log'),
  kind: entryKind,
  amounts: namedObject(
    'LedgerAmounts',
    { paid: change(0), bonus: change(500), held: change(0) },
    { description: 'Its changes; those of all entries add up to the balances' },
  ),
  jobId: optional(jobId),
  requirementId: optional(string({ description: 'of a job; of other paid work the number of the picture' })),
  attemptKeys: optional(array(string())),
  providerCosts: optional(providerCosts),
  ownKeys: optional(
    array(
      namedObject('OwnKey', {
        provider: text('provider_c'),
        fingerprint: text('3f9c0a7b5e21d846', 'names a key of the workspace'),
      }),
      { description: "the workspace's keys that the work was made under: it costs 0 credits" },
    ),
  ),
  refundedEntryId: optional({ ...idOf('ent'), description: 'the debit that a refund gives back' }),
  reason: optional(text('the wrong letter', 'of a refund')),
  note: optional(text('season one', 'of a grant')),
  balanceAfter: namedObject('LedgerBalances', { paid: amount(0), bonus: amount(500), held: amount(0) }),
  hash: text('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'its link in the chain of hashes'),
  at: time,
  actor: text('user:5e2pq0v6d8mz2r9t7b5c3n1hja', 'its writer: a person, a tool or the service itself'),
  actorName: nullable(text('Ada Smith', 'of a person, where the name is known')),
});

export const ledgerPage = pageOf('LedgerPage', 'entries', entry);

const limitMembers = {
  monthlyCap: nullable(
    integer({
      minimum: 0,
      maximum: limits.grantAmountMax,
      description: 'credits held and debited in a calendar month of UTC at most; null for any number',
      examples: [2000],
    }),
  ),
  lowAt: array(integer({ minimum: 1, maximum: limits.grantAmountMax }), {
    maxItems: limits.creditsLowThresholdsMax,
    description: 'a fall of the available credits below one of these is an event `CreditsLow`',
    examples: [[100, 500]],
  }),
};

export const spendLimitsRequest = namedObject('SpendLimitsRequest', {
  monthlyCap: optional(limitMembers.monthlyCap),
  lowAt: optional(limitMembers.lowAt),
});

export const spendLimits = namedObject('SpendLimits', {
  ok: yes,
  limits: namedObject('SpendBounds', limitMembers, { description: 'The bounds of the workspace' }),
  spent: namedObject(
    'SpentInMonth',
    { month: text('2026-11'), heldCredits: amount(9), debitedCredits: amount(120) },
    { description: 'What counts against the cap: all held credits, and those debited in the month' },
  ),
});
