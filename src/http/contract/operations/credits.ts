import { limits } from '../../../kernel/limits.ts';
import { array, integer, object, oneOf, open, optional, record, string } from '../../../kernel/shape.ts';
import { declare } from '../operation.ts';
import { credits, cursor, id, nextCursor, text, time, yes } from '../shapes/common.ts';

export const getCreditSummary = declare({
  operationId: 'getCreditSummary',
  method: 'GET',
  path: '/api/v1/credits/summary',
  tag: 'credits',
  summary: 'Paid part, bonus part and total; what is held is part of the total',
  authority: 'Read',
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: {
    200: object({
      ok: yes,
      credits: object({ paid: credits, bonus: credits, total: credits, held: credits, available: credits }),
    }),
  },
  errors: [],
});

export const grantCredits = declare({
  operationId: 'grantCredits',
  method: 'POST',
  path: '/api/v1/workspaces/{workspaceId}/credits/grants',
  tag: 'credits',
  summary: 'Grant credits to a workspace',
  authority: 'Admin',
  body: object({
    pool: oneOf(['paid', 'bonus']),
    amount: integer({ minimum: 1, maximum: limits.grantAmountMax }),
    expiresAt: optional(time),
    note: string({ minLength: 1, maxLength: limits.grantNoteCharsMax }),
  }),
  schemaFailureStatus: 422,
  idempotency: 'optional',
  answers: { 200: open({ description: 'ok, and what was granted' }) },
  errors: ['workspace_forbidden'],
  extension: true,
});

const ledgerEntry = object({
  entryId: id,
  position: text,
  kind: text,
  amounts: record(integer(), { description: 'credits by pool' }),
  jobId: optional(id),
  requirementId: optional(id),
  attemptKeys: optional(array(text)),
  balanceAfter: record(integer()),
  hash: text,
  at: time,
  actor: text,
});

export const listLedgerEntries = declare({
  operationId: 'listLedgerEntries',
  method: 'GET',
  path: '/api/v1/ledger/entries',
  tag: 'credits',
  summary: 'Entries of the ledger, oldest first, each with its place in the hash chain',
  authority: 'Read',
  query: object({
    limit: optional(integer({ minimum: 1, maximum: limits.ledgerPageSizeMax, default: limits.pageSizeDefault })),
    cursor: optional(cursor),
    since: optional(time),
    until: optional(time),
    kind: optional(oneOf(['grant', 'hold', 'debit', 'release', 'refund', 'expiry'])),
  }),
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: object({ ok: yes, entries: array(ledgerEntry), nextCursor }) },
  errors: [],
  extension: true,
});
