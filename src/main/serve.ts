/** `npm start`: the service, in the roles that this process has. */
import { expectShortLives } from './collector.ts';
import { keptWhere } from './config-servers.ts';
import { type Config, readConfig } from './config.ts';
import { Fault } from '../kernel/faults.ts';
import { limits } from '../kernel/limits.ts';
import type { Timers } from '../ports/basics.ts';
import { EXIT_SIGNALLED_TWICE, EXIT_STOP_LATE, EXIT_STORAGE } from './exit-codes.ts';
import { originOf, type Service, startService } from './service.ts';
import { stopReason } from './stop-reason.ts';

/** Going on would break promises: the next start reads back the durable state. */
const fatal = (error: unknown): void => {
  console.error('the service has to stop:', stopReason(error));
  process.exit(EXIT_STORAGE);
};

const tellWhatWasChosen = (config: Config, { address, consoleUrl, core }: Service): void => {
  if (address !== null) console.log(`listening on ${originOf(address)}`);
  if (consoleUrl !== null) console.log(`console    ${consoleUrl}`);
  console.log(`roles      ${[...config.roles].join(', ')}`);
  console.log(`data       ${config.dataDir} (${keptWhere(config.servers)})`);
  console.log(`engines    ${[...core.services.engines.keys()].join(', ')}`);
  console.log(
    config.issuer === null
      ? 'tokens     npm run -s token -- --sub alice --scope "read plan mutate spend approve"'
      : `tokens     of ${config.issuer.issuer}`,
  );
};

/** Silent servers can hold up each step of a stop; all together must end before the supervisor's timeout. */
const endLate = ({ sleep }: Pick<Timers, 'sleep'>): void => {
  sleep(limits.stopMaxMs).then(() => process.exit(EXIT_STOP_LATE), fatal);
};

/** A port that was given as an argument would be another one than that which is listened on. */
const refuseArguments = ([first]: readonly string[]): void => {
  if (first === undefined) return;
  throw new Fault('invalid', `${first} means nothing here: settings are variables, such as PORT`);
};

const start = async (): Promise<void> => {
  refuseArguments(process.argv.slice(2));
  expectShortLives();
  const config = readConfig();
  const service = await startService(config, fatal);
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(EXIT_SIGNALLED_TWICE);
    stopping = true;
    endLate(service.core.system.background);
    service.stop().then(() => process.exit(0), fatal);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // Its reader may leave after the first line: the service needs none.
  process.stdout.on('error', () => undefined);
  // A supervisor that reads this may stop the service at once.
  tellWhatWasChosen(config, service);
};

await start().catch((error: unknown) => {
  console.error(error instanceof Error ? `cannot start: ${error.message}` : error);
  process.exit(1);
});
