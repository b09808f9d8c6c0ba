import { ok } from '../../application/calls/result.ts';
import { createCapabilities } from '../../application/capabilities/capabilities.ts';
import * as declared from '../contract/operations/production.ts';
import { plain, type Route } from './route.ts';

export const productionRoutes: readonly Route[] = [
  // No document: the engines tell the present capabilities, which have no revision.
  plain(declared.getCapabilities, createCapabilities, async (read) => ok(await read())),
];
