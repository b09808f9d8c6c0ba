import { limits } from '../../../kernel/limits.ts';
import { object, optional } from '../../../kernel/shape.ts';
import { declare } from '../operation.ts';
import { pageQuery, time } from '../shapes/common.ts';
import { creditSummary, entryKind, granted, grantRequest, ledgerPage } from '../shapes/credits.ts';

export const getCreditSummary = declare({
  operationId: 'getCreditSummary',
  method: 'GET',
  path: '/api/v1/credits/summary',
  tag: 'credits',
  summary: 'Paid part, bonus part and total; what is held is part of the total',
  authority: 'Read',
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: creditSummary },
  errors: [],
});

export const grantCredits = declare({
  operationId: 'grantCredits',
  method: 'POST',
  path: '/api/v1/workspaces/{workspaceId}/credits/grants',
  tag: 'credits',
  summary: 'Grant credits to a workspace',
  authority: 'Admin',
  body: grantRequest,
  schemaFailureStatus: 422,
  idempotency: 'optional',
  answers: { 200: granted },
  errors: ['workspace_forbidden'],
  extension: true,
});

export const listLedgerEntries = declare({
  operationId: 'listLedgerEntries',
  method: 'GET',
  path: '/api/v1/ledger/entries',
  tag: 'credits',
  summary: 'Entries of the ledger, oldest first, each with its place in the hash chain',
  authority: 'Read',
  query: object({
    ...pageQuery(limits.ledgerPageSizeMax),
    since: optional(time),
    until: optional(time),
    kind: optional(entryKind),
  }),
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: ledgerPage },
  errors: [],
  extension: true,
});
