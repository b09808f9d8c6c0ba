/** As `child.ts`: three frames that a provider behind a gateway makes, by the real engine over a socket. */
import { join } from 'node:path';
import { composeApplication } from '../../src/main/compose-application.ts';
import type { Core } from '../../src/main/core.ts';
import { startRoles } from '../../src/main/roles.ts';
import type { Engine } from '../../src/ports/engine.ts';
import { asked } from '../support/application/production.ts';
import { useCasesOf } from '../support/application/use-cases.ts';
import { quickEngine } from '../support/engines/quick-makers.ts';
import { kindScorer } from '../support/gateway/kind-scorer.ts';
import { untilNothingIsOwed } from '../support/log/whole-log.ts';
import type { Sabotage } from './harness.ts';
import { type Armed, mark } from './mark.ts';
import { fatal, openFolder } from './open-folder.ts';
import { key, paid, readPrepared, untilFinal } from './scenario.ts';

const armed: Armed = globalThis as Armed;
const [folder = '', argument = ''] = process.argv.slice(2);
const sabotage = argument as Sabotage;
const file = (name: string): string => join(folder, name);

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
  const prepared = readPrepared(folder);
  const application = useCasesOf(composeApplication(core));
  const running = await startRoles(core);
  armed.__arm?.();
  const client = { application, timers: core.system.timers, toldFile: file('told.jsonl') };
  const jobId = await paid(client, 'generate', async () => application.generate(...asked(prepared), key('g')));
  await untilFinal(client, prepared, jobId);
  await untilNothingIsOwed(core, Infinity);
  armed.__disarm?.();
  await running.stop();
};

const makers = { engines: new Map([['service_images', quickEngine()]]), scorer: kindScorer };
const opened = await openFolder(folder, fatal, makers, process.env['GATEWAY_URL']);
const engines = new Map([...opened.services.engines].map(([name, engine]) => [name, watched(engine)]));
const core: Core = { ...opened, services: { ...opened.services, engines } };
await play(core);
await opened.close();
process.exit(0);
