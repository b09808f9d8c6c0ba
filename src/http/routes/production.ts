import { ok } from '../../application/calls/result.ts';
import { createCapabilities, createServiceState } from '../../application/capabilities/capabilities.ts';
import { declared } from '../contract/operations/registry.ts';
import { plain, type Route } from './route.ts';

export const productionRoutes: readonly Route[] = [
  // No document: the engines tell the present capabilities, which have no revision.
  plain(declared.getCapabilities, createCapabilities, async (read, { caller }) => ok(await read(caller))),
  plain(declared.getServiceState, createServiceState, async (read) => read()),
];
