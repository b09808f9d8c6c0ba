/** `npm run demo`: a screenplay through the whole service. `npm run demo -- --help` tells the rest. */
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createClock } from '../../adapters/system/clock.ts';
import { makeTempFolder } from '../../adapters/system/make-temp-folder.ts';
import { createTimers } from '../../adapters/system/timers.ts';
import { Fault } from '../../kernel/faults.ts';
import type { Report } from './events.ts';
import { openOut } from './open-out.ts';
import { HELP, type Options, optionsOf } from './options.ts';
import { readScreenplay } from './read-screenplay.ts';
import { jsonReporter, liveReporter, plainReporter } from './reporters.ts';
import { runDemo } from './run-demo.ts';
import { createTools, type ServiceProcess, startService } from './service-process.ts';
import { boardOf } from './board.ts';
import { colourStyle, plainStyle } from './style.ts';
import { UserError } from './user-error.ts';

const EXIT_BROKEN = 1;
const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;

const reporterFor = ({ json }: Options): Report => {
  const { stdout } = process;
  const write = (text: string): void => void stdout.write(text);
  if (json) return jsonReporter(write);
  // `hasColors` heeds NO_COLOR and FORCE_COLOR.
  const style = stdout.isTTY && stdout.hasColors() ? colourStyle : plainStyle;
  if (!stdout.isTTY || (process.platform === 'win32' && stdout.getColorDepth() === 1))
    return plainReporter(write, style);
  return liveReporter(write, style, () => ({ columns: stdout.columns, rows: stdout.rows }));
};

const main = async (args: readonly string[]): Promise<number> => {
  const options = optionsOf(args);
  if (options.help) {
    console.log(HELP);
    return 0;
  }
  const screenplay = await readScreenplay(options.screenplay);
  const timers = createTimers();
  const board = await boardOf(screenplay, timers, options.scenes);
  const out = resolve(options.out);
  await openOut(out);
  const folder = makeTempFolder('production-intelligence-demo-');
  const interrupted = new AbortController();
  let service: ServiceProcess | null = null;
  // Temporary data needs no graceful end.
  const interrupt = (): void => {
    if (interrupted.signal.aborted || !options.keep) service?.kill();
    interrupted.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  // A reader that leaves, such as `head`, wants no more of it.
  process.stdout.on('error', interrupt);
  // No service is left behind after any end.
  process.on('exit', () => service?.kill());

  const { signal } = interrupted;
  const dataFolder = join(folder, 'data');
  let keep = options.keep;
  try {
    const failed = await runDemo(
      {
        start: async () => {
          service = await startService({ dataFolder, logFile: join(folder, 'service.log') }, timers, signal);
          return service;
        },
        tools: createTools(dataFolder, signal),
        report: reporterFor(options),
        clock: createClock(),
        timers,
        signal,
      },
      { board, screenplay, out, dataFolder },
    );
    keep ||= failed.length > 0;
    for (const { name, detail } of failed) console.error(`not as promised: ${name} (${detail})`);
    return failed.length === 0 ? 0 : EXIT_BROKEN;
  } catch (error) {
    if (signal.aborted) {
      console.error('interrupted');
      return EXIT_INTERRUPTED;
    }
    keep = true;
    console.error(`the demo failed: ${chainOf(error)}`);
    return EXIT_BROKEN;
  } finally {
    if (keep) console.error(`the data of the service is kept in ${folder}`);
    else await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

/** The error, and its cause. */
const chainOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}\n  because: ${chainOf(error.cause)}`;
};

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  const isClear = error instanceof UserError || error instanceof Fault;
  console.error(isClear ? `demo: ${error.message}` : error);
  return error instanceof UserError ? EXIT_USAGE : EXIT_BROKEN;
});
