/** Calls of providers, taken by any process with the role `api`: it asks the engine itself. */
import { createPollOnCall } from '../application/reactions/poll-on-call.ts';
import type { LogStanding } from '../http/gates/gates.ts';
import type { EngineCallbacks } from '../http/routes/callbacks.ts';
import type { Core } from './core.ts';
import { reactionDeps } from './roles.ts';

export type Callbacks = EngineCallbacks & { readonly stop: () => Promise<void> };

/** While nothing may be paid, the log being in doubt, calls lead to no question. */
export const startCallbacks = (core: Core, log: Pick<LogStanding, 'whyNotPaid'>): Callbacks => {
  const stopping = new AbortController();
  const polls = createPollOnCall(reactionDeps(core, stopping.signal));
  return {
    verify: (target) => core.callbacks.verify(target),
    take: async (called) => log.whyNotPaid() !== undefined || polls.called(called),
    stop: async () => {
      stopping.abort();
      await polls.ended();
    },
  };
};
