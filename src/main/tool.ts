/** The shared part of the command-line tools: `--help`, `--json`, one result, one exit code. */
import { parseArgs } from 'node:util';
import { hasCode } from '../kernel/disk-fault.ts';
import { ConfigError } from './config-values.ts';
import { isFault } from '../kernel/faults.ts';
import type { Clock } from '../ports/basics.ts';

type Option = { readonly type: 'string' | 'boolean'; readonly help: string };
type Options = Readonly<Record<string, Option>>;
type Values<O extends Options> = { readonly [K in keyof O]?: O[K]['type'] extends 'string' ? string : boolean };

export type Tool<O extends Options> = {
  readonly name: string;
  readonly about: string;
  readonly options: O;
  /** The end of the usage line after the options, for tools that take arguments. */
  readonly operands?: string;
  /** The command that starts it, where that is no script of package.json. */
  readonly command?: string;
  /** The variables that it goes by; DATA_DIR unless stated. */
  readonly variables?: string;
  /** The next step after a fault that may pass; to run it again unless stated. */
  readonly again?: string;
};

const AGAIN = 'Run it again once that is over: nothing is done twice.';

/** How a tool speaks: each member returns the exit code. */
export type Say = {
  /** The outcome: as one line of JSON under `--json`, else as the text. */
  result(value: unknown, text: string, exitCode?: number): number;
  usage(problem: string): number;
  /** Progress, on stderr, never under `--json`. */
  progress(text: string): void;
};

/** For progress that comes often. */
const TELL_EVERY_MS = 1_000;

/** Tells at most once a second how far a tool is. */
export const nowAndThen = ({ monotonic }: Pick<Clock, 'monotonic'>, say: Pick<Say, 'progress'>) => {
  let told = monotonic();
  return (text: string): void => {
    if (monotonic() - told < TELL_EVERY_MS) return;
    told = monotonic();
    say.progress(text);
  };
};

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

export const runTool = async <const O extends Options>(
  tool: Tool<O>,
  run: (values: Values<O>, say: Say, operands: readonly string[]) => Promise<number>,
): Promise<void> => {
  const output = watchOutput(tool);
  try {
    const { values, positionals } = parseArgs({
      options: { ...parseable(tool.options), json: { type: 'boolean' }, help: { type: 'boolean' } },
      allowPositionals: tool.operands !== undefined,
    });
    if (values['help'] === true) {
      console.log(helpOf(tool));
      return;
    }
    // Parsed by the very options that Values is derived from.
    const exitCode = await run(values as Values<O>, sayOf(tool, values['json'] === true), positionals);
    process.exitCode = output.isLost() ? EXIT_FAILED : exitCode;
  } catch (error) {
    process.exitCode = complain(tool, error);
  }
};

/** A result that cannot be written has failed, as on a full disk; one whose reader has left (`| head`) has not. */
const watchOutput = ({ name }: Tool<Options>) => {
  let lost = false;
  process.stdout.on('error', (error: Error) => {
    if (hasCode(error, 'EPIPE')) return;
    lost = true;
    console.error(`${name}: its result could not be written (${error.message})`);
    process.exitCode = EXIT_FAILED;
  });
  return { isLost: () => lost };
};

const parseable = (options: Options) =>
  Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }] as const));

const sayOf = (tool: Tool<Options>, json: boolean): Say => ({
  result: (value, text, exitCode = 0) => {
    console.log(json ? JSON.stringify(value) : text);
    return exitCode;
  },
  usage: (problem) => {
    console.error(`${tool.name}: ${problem}\n\n${helpOf(tool)}`);
    return EXIT_USAGE;
  },
  progress: (text) => {
    if (!json) console.error(text);
  },
});

const complain = (tool: Tool<Options>, error: unknown): number => {
  const isUsage = error instanceof TypeError && 'code' in error;
  const isKnown = isUsage || error instanceof ConfigError || isFault(error);
  const stack = error instanceof Error ? error.stack : undefined;
  console.error(`${tool.name}: ${isKnown ? error.message + causeOf(error) : (stack ?? String(error))}`);
  if (isFault(error) && error.retriable) console.error(tool.again ?? AGAIN);
  return isUsage ? EXIT_USAGE : EXIT_FAILED;
};

/** The words of the system or of SQLite alone: those of a client or a parser may repeat an address, or a key. */
const causeOf = ({ cause }: Error): string =>
  cause instanceof Error && ('syscall' in cause || 'errcode' in cause) ? ` (${cause.message})` : '';

const helpOf = ({ name, about, options, operands, command, variables }: Tool<Options>): string => {
  const all: Options = {
    ...options,
    json: { type: 'boolean', help: 'print the result as one line of JSON' },
    help: { type: 'boolean', help: 'print this' },
  };
  const lines = Object.entries(all).map(([option, { type, help }]) => {
    const flag = `--${option}${type === 'string' ? ' …' : ''}`;
    return `  ${flag.padEnd(18)} ${help}`;
  });
  const started = command ?? `npm run -s ${name} --`;
  const usage = `${started}${operands === undefined ? '' : ` ${operands}`} [options]`;
  const goesBy = variables ?? 'DATA_DIR names the data folder (default ./data).';
  return [about, '', `Usage: ${usage}`, '', ...lines, '', goesBy].join('\n');
};
