/** Three frames of a provider behind a gateway, which lives on while processes of the service are killed. */
import { join } from 'node:path';
import { composeApplication } from '../../src/main/compose-application.ts';
import type { Core } from '../../src/main/core.ts';
import { FRESH } from '../support/application/answered.ts';
import { useCasesOf } from '../support/application/use-cases.ts';
import { brokenByProvider, type Seen } from '../support/gateway/provider-promises.ts';
import { type Coming, serveGateway, type Trouble } from '../support/gateway/serve-gateway.ts';
import { wholeLog } from '../support/log/whole-log.ts';
import { jsonLines } from '../support/process/json-lines.ts';
import { brokenPromises } from '../support/service/promises.ts';
import type { Scenario } from './harness.ts';
import { PRICE } from './open-folder.ts';
import { prepare } from './prepare.ts';
import { readPrepared } from './scenario.ts';

/** `forgets`: it takes a known key for new work, and has never seen any key that it is asked about. */
export type Memory = 'keeps' | 'forgets';

const FORGETS: Readonly<Partial<Record<Coming['at'], Trouble>>> = {
  submit: { kind: 'twice' },
  lookup: { kind: 'lies' },
};

const FRAMES = ['a quay', 'a boat', 'rain'].map((prompt) => ({ prompt }));

export const gatewayScenario = (memory: Memory): Scenario => ({
  program: join(import.meta.dirname, 'gateway-child.ts'),
  prepare: async (core) => prepare(core, { frames: FRAMES, engine: 'provider_c', continuityMode: 'independent' }),
  outside: async () => {
    const nothing = { teardown: () => undefined };
    const served = await serveGateway(nothing, {
      pollAfterMs: 20,
      trouble: ({ at }) => (memory === 'forgets' ? FORGETS[at] : undefined),
    });
    return {
      gatewayUrl: served.url,
      verify: async (core, folder) => {
        const submits = served.calls.flatMap(({ at, key }) => (at === 'submit' && key !== null ? [key] : []));
        return verify(core, folder, { submits, bills: served.double.bills });
      },
      close: served.close,
    };
  },
});

const verify = async (core: Core, folder: string, seen: Seen): Promise<readonly string[]> => {
  const { caller } = readPrepared(folder);
  const events = await wholeLog(core);
  const told = jsonLines<{ readonly jobId: string }>(join(folder, 'told.jsonl'));
  const log = events.map(({ type, data }) => ({ type, key: (data as { readonly attemptKey?: string }).attemptKey }));
  const spent = events.reduce(
    (sum, { type, data }) => sum + (type === 'LedgerDebited' ? (data as { readonly amount: number }).amount : 0),
    0,
  );
  const summary = await useCasesOf(composeApplication(core)).creditSummary(caller, FRESH);
  const held = summary.kind === 'ok' ? (summary.value.value['credits'] as { held: number }).held : Number.NaN;
  return [
    ...brokenPromises({ events, calls: [], told: told.map(({ jobId }) => jobId) }),
    ...brokenByProvider(seen, log),
    ...(spent === PRICE * FRAMES.length ? [] : [`${spent} credits were spent for ${FRAMES.length} frames`]),
    ...(held === 0 ? [] : [`${held} credits are still held`]),
  ];
};
