/**
 * One process of the service that is paused before its first command of a type, or before an engine call. It says so,
 * and goes on at SIGUSR2: in between a test may stop all of it by SIGSTOP.
 */
import { once } from 'node:events';
import { quickEngine, quickMakers } from '../engines/quick-makers.ts';
import { typeOf } from '../log/watched-commands.ts';
import { withCommands } from '../service/doctored.ts';
import { serveChild } from './serve-child.ts';

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

const engine = quickEngine({ onCall: async () => standStillAt('call') });
const standing = withCommands((commands) => ({
  handle: async (decider, stream, command, context) => {
    await standStillAt(typeOf(command));
    return commands.handle(decider, stream, command, context);
  },
}));
await serveChild(quickMakers(engine), standing);
