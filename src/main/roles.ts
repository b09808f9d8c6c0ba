/** The background parts: the relay, reactions and the supervisor, each where its role is configured. */
import { hmacSha256 } from '../adapters/system/hmac-sha256.ts';
import { createDeliveryAttempts } from '../application/deliveries/create-delivery-attempts.ts';
import { createCarryOn } from '../application/reactions/carry-on.ts';
import { createEngineSlots } from '../application/reactions/engine-slots.ts';
import { createLeaseWatch } from '../application/reactions/lease-watch.ts';
import { createPollOnCall } from '../application/reactions/poll-on-call.ts';
import { type ReactionDeps, type Role, startReactions } from '../application/reactions/reactions.ts';
import { createScoreDoubts } from '../application/reactions/verdict-on.ts';
import { sharePaces } from '../application/reactions/share-paces.ts';
import { supervise } from '../application/reactions/supervise.ts';
import { runRelay } from '../application/relay/run-relay.ts';
import type { LogStanding } from '../http/gates/gates.ts';
import type { EngineCallbacks } from '../http/routes/callbacks.ts';
import { inTime } from '../kernel/in-time.ts';
import { limits } from '../kernel/limits.ts';
import type { Timers } from '../ports/basics.ts';
import type { Consumer } from '../ports/message-log.ts';
import { countAfter } from './backlog.ts';
import type { RoleName } from './config.ts';
import type { Core } from './core.ts';
import { measuredCarryOn, measuredMessages } from './measured.ts';
import type { LogWatch } from './watch-log.ts';

const REACTION_ROLES: readonly Role[] = ['dispatcher', 'scorer', 'supervisor'];

/** How much waits for a role; null while that cannot be told. */
export type RoleLag = {
  readonly role: RoleName;
  readonly waiting: number | null;
  readonly unit: 'events' | 'messages';
  /** Why it does nothing now: it is not ready. */
  readonly error?: string;
};

export type Running = {
  /** Of the roles that this process has and that take messages or publish them. */
  lag(): Promise<readonly RoleLag[]>;
  stop(): Promise<void>;
};

export const startRoles = async (core: Core): Promise<Running> => {
  const relay = startRelay(core);
  const reactions = await startReactionRoles(core);
  return {
    lag: async () => [...(await relay.lag()), ...(await reactions.lag())],
    stop: async () => {
      await reactions.stop();
      await relay.stop();
    },
  };
};

/** The same as soon as the whole log was checked: nothing is dispatched or settled that a forged one might name. */
export const startRolesLater = (core: Core, log: Pick<LogWatch, 'proved'>): Running => {
  let stopped = false;
  let starting: Promise<Running> | undefined;
  const start = (isProved: boolean): void => {
    if (!isProved || stopped) return;
    starting = startRoles(core);
    starting.catch(core.fatal);
  };
  log.proved().then(start).catch(core.fatal);
  return {
    lag: async () => (await starting)?.lag() ?? [],
    stop: async () => {
      stopped = true;
      await (await starting)?.stop();
    },
  };
};

const NOTHING_RUNS: Running = { lag: async () => Promise.resolve([]), stop: async () => Promise.resolve() };

/** Without Kafka messages are a view over the feed, and there is nothing to publish. */
const startRelay = ({ config, stores, system }: Core): Running => {
  const { publisher, feed } = stores;
  if (publisher === null || !config.roles.has('relay')) return NOTHING_RUNS;
  const relay = runRelay({ feed, publisher, ...system });
  return {
    lag: async () => {
      const state = relay.state();
      const counting = state.kind === 'following' ? countAfter(feed, relay.position()) : Promise.resolve(null);
      const waiting = await inTime(system.background, limits.readyPingMs, counting, null);
      const error = state.kind === 'resting' ? { error: messageOf(state.error) } : {};
      return [{ role: 'relay', waiting, unit: 'events', ...error }];
    },
    // It may be trying to reach brokers that are away, and tries for long; without its last mark it publishes again.
    stop: async () => inTime(system.timers, limits.shutdownGraceMs, relay.close(), undefined),
  };
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const startReactionRoles = async (core: Core): Promise<Running> => {
  const stopping = new AbortController();
  const roles = new Set(REACTION_ROLES.filter((role) => core.config.roles.has(role)));
  if (roles.size === 0) return NOTHING_RUNS;
  const deps = reactionDeps(core, stopping.signal);
  const consumers = await startReactions(deps, roles);
  const { clock, timers, logger, metrics } = core.system;
  const { documents } = core.stores;
  const collection = (): string => core.readModels.collection('open-work');
  const sharing = roles.has('dispatcher')
    ? sharePaces({ ...deps, members: documents.members }, stopping.signal)
    : Promise.resolve();
  const carryOn = measuredCarryOn(createCarryOn(deps, roles), metrics);
  const supervision = supervise({ documents, collection, clock, timers, logger, carryOn }, stopping.signal);
  return {
    lag: async () =>
      Promise.all(
        [...roles].map(async (role) => {
          const own = consumers.filter((consumer) => consumer.role === role);
          return messagesFor(role, own, core.system.background);
        }),
      ),
    stop: async () => {
      stopping.abort();
      await Promise.all(consumers.map(async (consumer) => consumer.stop()));
      await supervision;
      await sharing;
    },
  };
};

/** A role with a consumer that is not connected leaves its messages lying: it is not ready. */
export const messagesFor = async (
  role: Role,
  consumers: readonly Pick<Consumer, 'lag'>[],
  timers: Pick<Timers, 'sleep'>,
): Promise<RoleLag> => {
  const counting = Promise.all(consumers.map(async (consumer) => consumer.lag())).then(
    (counts) => ({ waiting: counts.reduce((sum, one) => sum + one, 0) }),
    (error: unknown) => ({ waiting: null, error: messageOf(error) }),
  );
  const { waiting, ...rest } = await inTime(timers, limits.readyPingMs, counting, { waiting: null });
  return { role, waiting, unit: 'messages', ...rest };
};

export const reactionDeps = (core: Core, stopping: AbortSignal): ReactionDeps => {
  const { system, stores, services, scorer, outbound, mailer, secrets, pictures, scratch, config, callbacks } = core;
  return {
    ...services,
    deliveries: createDeliveryAttempts({
      ...services,
      objects: stores.objects,
      outbound,
      mailer,
      secrets,
      keyedHash: hmacSha256,
    }),
    timers: system.timers,
    objects: pictures,
    sealed: stores.objects,
    scratch,
    messages: measuredMessages(stores.messages, system),
    metrics: system.metrics,
    codec: core.codec,
    scorer,
    leases: createLeaseWatch(system.clock),
    slots: createEngineSlots(stopping),
    doubts: createScoreDoubts(),
    leaseMs: config.leaseMs,
    callbacks,
    addressFor: (key) => {
      // As long as the address of a callback: longer than any engine works on one attempt.
      const { url } = stores.objects.signGet(key, limits.callbackTtlMs / 1_000);
      return config.publicUrl === null ? null : new URL(url, config.publicUrl).href;
    },
    stopping,
    holder: core.member,
  };
};

/** Calls of providers, taken by any process with the role `api`: it asks the engine itself. */
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
