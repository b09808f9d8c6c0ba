/** What operators ask: is it ready, how far behind is each part, which engines can be reached. */
import type { Probes } from '../http/dependencies.ts';
import type { Core } from './core.ts';
import type { LogWatch } from './watch-log.ts';

export const createProbes = (core: Core, integrity: LogWatch): Probes => ({
  ready: async () => {
    const head = await core.stores.feed.head();
    const broken = [...core.broken()].map(([name, error]) => ({ readModel: name, error: error.message }));
    const fault = integrity.fault();
    const engines = await Promise.all(
      [...core.services.imageEngines].map(async ([name, engine]) => ({ name, available: await engine.available() })),
    );
    const body = {
      roles: [...core.config.roles],
      log: { head, verifiedTo: integrity.verifiedTo(), fault: fault?.message ?? null },
      readModels: { position: core.readModels.position(), broken },
      engines,
    };
    return { ready: fault === undefined && broken.length === 0, body };
  },
  metrics: async () => core.system.metrics.render(),
});
