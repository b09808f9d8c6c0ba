/** One process of the crash scenario: service and client in a data folder. It counts promise continuations. */
import { join } from 'node:path';
import { createCommandHandler } from '../../src/application/log/command-handler.ts';
import { createGenerateMusic, createMakeMusic } from '../../src/application/work/music/music.ts';
import { createSpeak } from '../../src/application/work/speech/speech.ts';
import { createStartVideo } from '../../src/application/work/video/video.ts';
import { composeApplication } from '../../src/main/compose-application.ts';
import type { Core } from '../../src/main/core.ts';
import { startRoles } from '../../src/main/roles.ts';
import { untilNothingIsOwed } from '../support/log/whole-log.ts';
import { createDeafObjects } from './deaf-objects.ts';
import { createEarlyStore } from './early-store.ts';
import type { Sabotage } from './harness.ts';
import { createMakers } from './makers.ts';
import type { Armed } from './mark.ts';
import { fatal, openFolder } from './open-folder.ts';
import { play, readPrepared, TUNE } from './scenario.ts';
import { verifyWhatWasSeen } from './verify.ts';
import { useCasesOf } from '../support/application/use-cases.ts';

const armed: Armed = globalThis as Armed;

const [folder = '', argument = ''] = process.argv.slice(2);
const sabotage = argument as Exclude<Sabotage, 'again'>;
const file = (name: string): string => join(folder, name);

const withEarlyStore = (core: Core): Core => {
  const { stores, services, system, codec } = core;
  const store = createEarlyStore(stores.store, system.timers);
  const commands = createCommandHandler({ eventStore: store, codec, ...system });
  return { ...core, stores: { ...stores, store }, services: { ...services, commands } };
};

const playOn = async (core: Core): Promise<void> => {
  const lost = await verifyWhatWasSeen(core, folder);
  if (lost.length > 0) throw new Error(lost.join('\n'));
  const prepared = readPrepared(folder);
  const composed = composeApplication(core);
  const application = {
    ...useCasesOf(composed),
    startVideo: composed(createStartVideo),
    generateMusic: composed(createGenerateMusic),
    makeMusic: composed(createMakeMusic),
    speak: composed(createSpeak),
  };
  const running = await startRoles(core);
  armed.__arm?.();
  await play({ application, timers: core.system.timers, toldFile: file('told.jsonl') }, prepared);
  // The harness ends a run that hangs.
  await untilNothingIsOwed(core, Infinity);
  armed.__disarm?.();
  await running.stop();
};

const opened = await openFolder(folder, fatal, createMakers(file('calls.jsonl'), { fickle: sabotage === 'fickle' }));
const doctored: Readonly<Record<Exclude<Sabotage, 'again'>, (core: Core) => Core>> = {
  early: withEarlyStore,
  deaf: (core) => ({ ...core, pictures: createDeafObjects(core.pictures, TUNE.prompt) }),
  fickle: (core) => core,
  '': (core) => core,
};
const core = doctored[sabotage](opened);
await playOn(core);
// An early store has written all by the time that it answers.
await core.stores.store.head('job-none');
await opened.close();
process.exit(0);
