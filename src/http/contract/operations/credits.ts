import { limits } from '../../../kernel/limits.ts';
import { object, optional } from '../../../kernel/shape.ts';
import { declaring, linkTo, nextPage } from '../operation.ts';
import { pageQuery, time } from '../shapes/common.ts';
import {
  creditSummary,
  entryKind,
  granted,
  grantRequest,
  ledgerPage,
  spendLimits,
  spendLimitsRequest,
} from '../shapes/credits.ts';

const declare = declaring('credits');

export const getCreditSummary = declare({
  method: 'GET',
  path: '/api/v1/credits/summary',
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

const LIMITS = '/api/v1/workspaces/{workspaceId}/limits';

export const getSpendLimits = declare({
  method: 'GET',
  path: LIMITS,
  summary: 'The bounds of what a workspace spends in a month, and what it has spent',
  description:
    'Every member may ask. Past a cap, paid calls are refused with 402 `spend_cap_reached`. `details.capOf` names ' +
    'it: of the `workspace`, of the `token`, or of the number of `users` with such tokens in a month.',
  authority: 'Read',
  answers: { 200: spendLimits },
  entityTag: false,
  extension: true,
});

export const putSpendLimits = declare({
  method: 'PUT',
  path: LIMITS,
  summary: 'Set the bounds of what a workspace spends in a month',
  description:
    'For owners, and for members with the scope `admin`. Replaces both bounds: one that is left out is none. ' +
    'Held credits count in the month that it is, debited ones in the month of their debit. Released credits count ' +
    'no more; refunded ones do. Work under way is never stopped by a cap.',
  authority: 'Mutate',
  body: spendLimitsRequest,
  answers: { 200: spendLimits },
  links: { 200: { read: linkTo('getSpendLimits', { workspaceId: '$request.path.workspaceId' }) } },
  extension: true,
});
