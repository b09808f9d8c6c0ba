import { createCreditSummary, createLedgerEntries } from '../../application/credits/read-credits.ts';
import { createGrantCredits } from '../../application/credits/grant-credits.ts';
import { declared } from '../contract/operations/registry.ts';
import { pageOf } from './page.ts';
import { reads, type Route, stored } from './route.ts';

export const creditRoutes: readonly Route[] = [
  reads(declared.getCreditSummary, createCreditSummary, async (read, { caller, fresh }) => read(caller, fresh)),
  stored(declared.grantCredits, createGrantCredits, async (grant, { caller, parameters, body, idempotency }) =>
    grant(caller, parameters.workspaceId, body, idempotency),
  ),
  reads(
    declared.listLedgerEntries,
    createLedgerEntries,
    async (list, { caller, query: { limit, cursor, ...filter }, fresh }) =>
      list(caller, filter, pageOf(limit, cursor), fresh),
  ),
];
