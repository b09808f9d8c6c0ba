/** As `child.ts`: three frames that a provider behind a gateway makes, by the real engine over a socket. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeApplication } from '../../src/main/compose-application.ts';
import { readConfig } from '../../src/main/config.ts';
import { type Core, openCore } from '../../src/main/core.ts';
import { startRoles } from '../../src/main/roles.ts';
import type { Engine } from '../../src/ports/engine.ts';
import { useCasesOf } from '../support/application/use-cases.ts';
import { quickEngine } from '../support/engines/quick-makers.ts';
import { kindScorer } from '../support/gateway/kind-scorer.ts';
import { brokenByProvider, type Seen } from '../support/gateway/provider-promises.ts';
import { GATEWAY_KEY } from '../support/gateway/serve-gateway.ts';
import { untilNothingIsOwed, wholeLog } from '../support/log/whole-log.ts';
import { brokenPromises } from '../support/service/promises.ts';
import { SEEN_FILE } from './gateway.ts';
import type { Sabotage } from './harness.ts';
import { type Armed, mark } from './mark.ts';
import { fresh, key, paid, prepare, type Prepared, untilFinal } from './scenario.ts';

const armed: Armed = globalThis as Armed;
const [phase = '', folder = '', argument = ''] = process.argv.slice(2);
const sabotage = argument as Sabotage;
const file = (name: string): string => join(folder, name);

const FRAMES = ['a quay', 'a boat', 'rain'].map((prompt) => ({ prompt }));
const PRICE = 4;
/** A gateway that knows nothing of a key is believed after the time that one call may take. */
const DEADLINE_MS = 1_000;

const watched = (engine: Engine): Engine => ({
  ...engine,
  deadlineMs: DEADLINE_MS,
  ...(sabotage === 'again' ? { repeat: 'safe' } : {}),
  perform: async (...asked) => {
    const answer = await engine.perform(...asked);
    mark('engine');
    return answer;
  },
});

const play = async (core: Core): Promise<void> => {
  const prepared = JSON.parse(readFileSync(file('prepared.json'), 'utf8')) as Prepared;
  const { caller, projectId, manifestHash } = prepared;
  const application = useCasesOf(composeApplication(core));
  const running = await startRoles(core);
  armed.__arm?.();
  const client = { application, timers: core.system.timers, toldFile: file('told.jsonl') };
  const generate = { expectedExecutionManifestArtifactHash: manifestHash };
  const jobId = await paid(client, 'generate', async () => application.generate(caller, projectId, generate, key('g')));
  await untilFinal(client, prepared, jobId);
  await untilNothingIsOwed(core, Infinity);
  armed.__disarm?.();
  await running.stop();
};

const verify = async (core: Core): Promise<readonly string[]> => {
  const { caller } = JSON.parse(readFileSync(file('prepared.json'), 'utf8')) as Prepared;
  const seen = JSON.parse(readFileSync(file(SEEN_FILE), 'utf8')) as Seen;
  const events = await wholeLog(core);
  const told = readFileSync(file('told.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const log = events.map(({ type, data }) => ({ type, key: (data as { readonly attemptKey?: string }).attemptKey }));
  const spent = events.reduce(
    (sum, { type, data }) => sum + (type === 'LedgerDebited' ? (data as { readonly amount: number }).amount : 0),
    0,
  );
  const summary = await useCasesOf(composeApplication(core)).creditSummary(caller, fresh);
  const held = summary.kind === 'ok' ? (summary.value.value['credits'] as { held: number }).held : Number.NaN;
  return [
    ...brokenPromises({
      events,
      calls: [],
      told: told.map((line) => (JSON.parse(line) as { readonly jobId: string }).jobId),
    }),
    ...brokenByProvider(seen, log),
    ...(spent === PRICE * FRAMES.length ? [] : [`${spent} credits were spent for ${FRAMES.length} frames`]),
    ...(held === 0 ? [] : [`${held} credits are still held`]),
  ];
};

const config = readConfig({
  DATA_DIR: file('data'),
  LOG_LEVEL: 'error',
  LEASE_MS: '300',
  PORT: '0',
  PROVIDER_C_URL: process.env['GATEWAY_URL'],
  PROVIDER_C_KEY: GATEWAY_KEY,
  PROVIDER_C_PRICES: JSON.stringify({ image: PRICE }),
});
const fatal = (error: unknown): void => {
  console.error(error);
  process.exit(74);
};

const makers = { engines: new Map([['service_images', quickEngine()]]), scorer: kindScorer };
const opened = await openCore(config, fatal, makers);
const engines = new Map([...opened.services.engines].map(([name, engine]) => [name, watched(engine)]));
const core: Core = { ...opened, services: { ...opened.services, engines } };
if (phase === 'verify') console.log(JSON.stringify(await verify(core)));
else if (phase === 'play') await play(core);
else {
  const storyboard = { frames: FRAMES, engine: 'provider_c' as const, continuityMode: 'independent' as const };
  const prepared = await prepare(useCasesOf(composeApplication(core)), storyboard);
  writeFileSync(file('prepared.json'), JSON.stringify(prepared));
}
await opened.close();
process.exit(0);
