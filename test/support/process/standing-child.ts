/**
 * One process of the service that is paused before its first command of a type, or before an engine call. It says so,
 * and goes on at SIGUSR2: in between a test may stop all of it by SIGSTOP.
 */
import { once } from 'node:events';
import type { CommandHandler } from '../../../src/application/log/command-handler.ts';
import { readConfig } from '../../../src/main/config.ts';
import { openCore } from '../../../src/main/core.ts';
import { serveCore } from '../../../src/main/service.ts';
import { quickEngine, quickMakers } from '../engines/quick-makers.ts';

/** `call`, or the type of a command. */
const [step = ''] = process.argv.slice(2);

let stood = false;

const standStillAt = async (reached: string): Promise<void> => {
  if (stood || reached !== step) return;
  stood = true;
  const goOn = once(process, 'SIGUSR2');
  console.log('standing still');
  await goOn;
};

const fatal = (error: unknown): never => {
  console.error('the service has to stop:', error);
  process.exit(74);
};

const engine = quickEngine({ onCall: async () => standStillAt('call') });
const core = await openCore(readConfig(), fatal, quickMakers(engine));
const { commands } = core.services;
const handle: CommandHandler['handle'] = async (decider, stream, command, context) => {
  await standStillAt((command as { readonly type: string }).type);
  return commands.handle(decider, stream, command, context);
};
const services = { ...core.services, commands: { ...commands, handle } };
const service = await serveCore({ ...core, services }, fatal);
console.log(`listening on http://${service.address?.host}:${service.address?.port}`);
process.once('SIGTERM', () => {
  service.stop().then(() => process.exit(0), fatal);
});
