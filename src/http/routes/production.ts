import { type Application } from '../../application/application.ts';
import { ok } from '../../application/calls/result.ts';
import * as declared from '../contract/operations/production.ts';
import type { Route, RouteBuilders } from './route.ts';

export const productionRoutes = (application: Application, { plain }: RouteBuilders): readonly Route[] => [
  // No document: the engines tell the present capabilities, which have no revision.
  plain(declared.getCapabilities, async () => ok(await application.capabilities())),
];
