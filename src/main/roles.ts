/** What runs by itself: read models, reactions and the supervisor, each where its role is asked for. */
import { createCarryOn } from '../application/reactions/carry-on.ts';
import { createEngineSlots } from '../application/reactions/engine-slots.ts';
import { createLeaseWatch } from '../application/reactions/lease-watch.ts';
import { startReactions } from '../application/reactions/reactions.ts';
import type { ReactionDeps, Role } from '../application/reactions/reactions.ts';
import { supervise } from '../application/reactions/supervise.ts';
import type { Core } from './core.ts';
import { measuredCarryOn, measuredMessages } from './measured.ts';

const REACTION_ROLES: readonly Role[] = ['dispatcher', 'scorer', 'supervisor'];

export type Running = { stop(): Promise<void> };

export const startRoles = async (core: Core): Promise<Running> => {
  const stopping = new AbortController();
  const roles = new Set(REACTION_ROLES.filter((role) => core.config.roles.has(role)));
  if (roles.size === 0) return { stop: async () => Promise.resolve() };
  const deps = reactionDeps(core, stopping.signal);
  const consumers = await startReactions(deps, roles);
  const { clock, timers, logger, metrics } = core.system;
  const { documents } = core.stores;
  const collection = (): string => core.readModels.collection('open-work');
  const carryOn = measuredCarryOn(createCarryOn(deps, roles), metrics);
  const supervision = supervise({ documents, collection, clock, timers, logger, carryOn }, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(consumers.map(async (consumer) => consumer.stop()));
      await supervision;
    },
  };
};

const reactionDeps = (core: Core, stopping: AbortSignal): ReactionDeps => {
  const { system, stores, services, scorer, pictures, config } = core;
  return {
    ...services,
    timers: system.timers,
    objects: pictures,
    messages: measuredMessages(stores.messages, system),
    metrics: system.metrics,
    codec: core.codec,
    scorer,
    leases: createLeaseWatch(system.clock),
    slots: createEngineSlots(),
    leaseMs: config.leaseMs,
    stopping,
    holder: `${config.hostName}:${process.pid}:${system.ids.eventId().slice(0, 8)}`,
  };
};
