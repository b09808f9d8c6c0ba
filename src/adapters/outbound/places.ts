/** Places of calls: of the process, of each user, workspace and host, and of each workspace at each host. */
import { isFault } from '../../kernel/faults.ts';
import { createGate } from '../../kernel/gate.ts';
import { createGates } from '../../kernel/gates.ts';
import { limits } from '../../kernel/limits.ts';
import type { OutboundCall } from '../../ports/outbound.ts';
import { Refusal } from './refusal.ts';

export type Places = {
  /** Runs the call when it has a place of each kind. Refusal `too_many_calls` where too many wait already. */
  run<T>(of: PlaceOf, call: () => Promise<T>, signal: AbortSignal): Promise<T>;
};

export type PlaceOf = Pick<OutboundCall, 'workspaceId' | 'madeBy'> & { readonly host: string };

export const createPlaces = (): Places => {
  const process = createGate({ placesMax: limits.outboundCallsMax, waitingMax: limits.outboundWaitersMax });
  const workspaces = createGates({
    placesMax: limits.outboundCallsPerWorkspaceMax,
    waitingMax: limits.outboundWaitersMax,
  });
  const users = createGates({ placesMax: limits.outboundCallsPerUserMax, waitingMax: limits.outboundWaitersMax });
  const hosts = createGates({ placesMax: limits.outboundCallsPerHostMax, waitingMax: limits.outboundWaitersMax });
  const pairs = createGates({
    placesMax: limits.outboundCallsPerWorkspaceAndHostMax,
    waitingMax: limits.outboundWaitersMax,
  });
  return Object.freeze({
    run: async <T>(
      { workspaceId, madeBy = workspaceId, host }: PlaceOf,
      call: () => Promise<T>,
      signal: AbortSignal,
    ) => {
      let begun = false;
      const begin = async (): Promise<T> => {
        begun = true;
        return call();
      };
      try {
        // In this order a slow host holds places of callers of it alone, and only some of each.
        const inProcess = async (): Promise<T> => process.run(begin, signal);
        const atHost = async (): Promise<T> => hosts(host).run(inProcess, signal);
        const ofUser = async (): Promise<T> => users(madeBy).run(atHost, signal);
        const ofWorkspace = async (): Promise<T> => workspaces(workspaceId).run(ofUser, signal);
        return await pairs(`${workspaceId} ${host}`).run(ofWorkspace, signal);
      } catch (error) {
        throw !begun && isFault(error, 'unavailable') ? new Refusal('too_many_calls', error) : error;
      }
    },
  });
};
