import type { Application } from '../../application/application.ts';
import * as declared from '../contract/operations/credits.ts';
import { pageOf } from './page.ts';
import type { Route, RouteBuilders } from './route.ts';

export const creditRoutes = (application: Application, { reads, stored }: RouteBuilders): readonly Route[] => [
  reads(declared.getCreditSummary, async ({ caller, fresh }) => application.creditSummary(caller, fresh)),
  stored(declared.grantCredits, async ({ caller, parameters, body, idempotency }) =>
    application.grantCredits(caller, parameters.workspaceId, body, idempotency),
  ),
  reads(declared.listLedgerEntries, async ({ caller, query: { limit, cursor, ...filter }, fresh }) =>
    application.ledgerEntries(caller, filter, pageOf(limit, cursor), fresh),
  ),
];
