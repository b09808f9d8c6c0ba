import { limits } from '../../../kernel/limits.ts';
import { object, optional } from '../../../kernel/shape.ts';
import { declare, nextPage } from '../operation.ts';
import { pageQuery, time } from '../shapes/common.ts';
import { creditSummary, entryKind, granted, grantRequest, ledgerPage } from '../shapes/credits.ts';

export const getCreditSummary = declare({
  method: 'GET',
  path: '/api/v1/credits/summary',
  tag: 'credits',
  summary: 'Paid part, bonus part and total; held credits are part of the total',
  description:
    'Balances of the workspace as the ledger has them. Credits held for work under way are part of ' +
    '`total`, and not of `available`.',
  authority: 'Read',
  answers: { 200: creditSummary },
});

export const grantCredits = declare({
  method: 'POST',
  path: '/api/v1/workspaces/{workspaceId}/credits/grants',
  tag: 'credits',
  summary: 'Grant credits to a workspace',
  description:
    'Adds credits to a pool of the workspace that the path names, which the caller is a member of. They ' +
    'expire at `expiresAt`, or never. Under an Idempotency-Key a grant that is sent again is made once.',
  authority: 'Admin',
  body: grantRequest,
  idempotency: 'optional',
  answers: { 200: granted },
  extension: true,
});

export const listLedgerEntries = declare({
  method: 'GET',
  path: '/api/v1/ledger/entries',
  tag: 'credits',
  summary: 'Entries of the ledger, oldest first, each with its place in the hash chain',
  description:
    'Every movement of credits with the balances after it, its job and its link in the chain of hashes. ' +
    '`since` and `until` bound its time; `since` is part of the range. Pages follow `nextCursor`.',
  authority: 'Read',
  query: object({
    ...pageQuery(limits.ledgerPageSizeMax),
    since: optional({ ...time, description: 'entries of this time and later, RFC 3339' }),
    until: optional({ ...time, description: 'entries before this time, RFC 3339' }),
    kind: optional(entryKind),
  }),
  answers: { 200: ledgerPage },
  links: { 200: { next: nextPage('listLedgerEntries') } },
  extension: true,
});
