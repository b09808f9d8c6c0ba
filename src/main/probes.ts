/** Probes for operators: readiness, the lag of each part, the engines that can be reached. */
import type { Probes } from '../http/routes/probes.ts';
import type { Body } from '../application/calls/result.ts';
import type { Position } from '../kernel/position.ts';
import { projections } from '../../projections/registry.ts';
import { inTime } from '../kernel/in-time.ts';
import { limits } from '../kernel/limits.ts';
import { countAfter, createBacklogMeasure } from './backlog.ts';
import type { Core } from './core.ts';
import type { Server } from './open-stores.ts';
import type { RoleLag, Running } from './roles.ts';
import type { LogWatch } from './watch-log.ts';

/** Where read models are cut: by shard, the greatest lag over all read models, and whether this process writes it. */
const shardsOf = ({ readModels, holds }: Core): { readonly shards?: unknown } => {
  const shards = new Map<string, { position: Position; held: boolean }>();
  for (const { name } of projections) {
    const positions = readModels.positions(name);
    if (positions.length === 1) continue;
    const held = holds(name);
    for (const [number, position] of positions.entries()) {
      const shard = `${number}/${positions.length}`;
      const seen = shards.get(shard) ?? { position, held: true };
      const least = position < seen.position ? position : seen.position;
      shards.set(shard, { position: least, held: seen.held && held.has(number) });
    }
  }
  return shards.size === 0 ? {} : { shards: [...shards].map(([shard, rest]) => ({ shard, ...rest })) };
};

/** Whether a server answers, within `limits.readyPingMs`. */
const reach = async ({ system }: Core, { name, ping }: Server) => {
  const late = { name, available: false, error: `no answer within ${limits.readyPingMs} ms` };
  const asked = ping().then(
    () => ({ name, available: true }),
    (error: unknown) => ({ name, available: false, error: error instanceof Error ? error.message : String(error) }),
  );
  return inTime(system.background, limits.readyPingMs, asked, late);
};

/** Read models that another process writes are behind for this one, too. */
const projectorLag = async ({ stores, readModels, system }: Core): Promise<RoleLag> => {
  const counting = countAfter(stores.feed, readModels.position());
  const waiting = await inTime(system.background, limits.readyPingMs, counting, null);
  return { role: 'projector', waiting, unit: 'events' };
};

export type Measures = Probes & {
  /** For operators with a token: the body of `/health/ready`, and the work that waits. */
  readonly standing: () => Promise<Body>;
};

/** One look for all that ask while it lasts. Probes need no token, and a flood of them must not reach the servers. */
const shared = <T>(look: () => Promise<T>): (() => Promise<T>) => {
  let lasting: Promise<T> | undefined;
  return async () => {
    lasting ??= look().finally(() => {
      lasting = undefined;
    });
    return lasting;
  };
};

export const createProbes = (core: Core, integrity: LogWatch, running: Pick<Running, 'lag'>): Measures => {
  const measureBacklog = shared(createBacklogMeasure(core));

  /** Everything at once, and each within a timeout: the caller does not wait long for a server that is away. */
  const measure = shared(async () => {
    const [disks, servers, head, ...lag] = await Promise.all([
      inTime(core.system.background, limits.readyPingMs, core.fullDisks(), ['the disks do not answer']),
      Promise.all(core.stores.servers.map(async (server) => reach(core, server))),
      inTime(core.system.background, limits.readyPingMs, core.stores.feed.head(), null),
      projectorLag(core),
      running.lag(),
    ]);
    const broken = [...core.broken()].map(([name, error]) => ({ readModel: name, error: error.message }));
    const fault = integrity.fault();
    const engines = await Promise.all(
      [...core.services.engines].map(async ([name, engine]) => ({ name, available: await engine.available() })),
    );
    const body = {
      roles: [...core.config.roles],
      lag: lag.flat(),
      servers,
      disks,
      log: { head, verifiedTo: integrity.verifiedTo(), fault: fault?.message ?? null, proving: integrity.proving() },
      readModels: { position: core.readModels.position(), broken, ...shardsOf(core) },
      engines,
    };
    const isOpen = disks.length === 0 && head !== null && servers.every(({ available }) => available);
    const isAtWork = lag.flat().every(({ error }) => error === undefined);
    const isReady =
      isOpen && isAtWork && integrity.checked() && !integrity.proving() && fault === undefined && broken.length === 0;
    return { ready: isReady, body };
  });

  /** Gauges are measured on request. */
  const look = shared(async (): Promise<void> => {
    const { metrics } = core.system;
    metrics.gauge('pi_log_damaged', integrity.fault() === undefined ? 0 : 1);
    const found = await measure().catch(() => undefined);
    metrics.gauge('pi_ready', found?.ready === true ? 1 : 0);
    for (const { role, waiting } of found?.body.lag ?? []) {
      // A gauge keeps its last value, which is not known to be true any more.
      metrics.gauge('pi_role_waiting', waiting ?? Number.NaN, { role });
    }
    await measureBacklog();
  });

  return {
    ready: measure,
    standing: async () => {
      const [{ ready, body }, waiting] = await Promise.all([measure(), measureBacklog()]);
      const { readModels, ...rest } = body;
      return { ready, ...rest, broken: readModels.broken, ...waiting };
    },
    metrics: async () => {
      // Counters matter most when the stores do not answer.
      await look().catch((error: unknown) =>
        core.system.logger.warn({ err: error }, 'not everything could be measured'),
      );
      return core.system.metrics.render();
    },
  };
};
