/** The command line of the demo. */
import { parseArgs } from 'node:util';
import { UserError } from './user-error.ts';

export type Options = {
  /** Null takes the screenplay that comes with the demo. */
  readonly screenplay: string | null;
  readonly scenes: readonly [first: number, last: number] | null;
  readonly out: string;
  readonly keep: boolean;
  readonly json: boolean;
  readonly help: boolean;
};

export const HELP = `Takes a screenplay through the whole service, from the quote to the certificate and the audit.

Usage: npm run demo                           the short film that comes with it
       npm run demo -- my-script.fountain     your own screenplay in Fountain format

  --scenes A-B   only these scenes of the screenplay, counted from 1
  --out DIR      where the result goes (default out)
  --keep         keep the data folder of the service, to look into it afterwards
  --json         one line of JSON for each event of the run
  --help         print this

It starts the service by itself, on a free port of this machine and in a temporary data folder.
Each paragraph of action is a frame. A note such as [[shot: close up, low angle]] says how it is to be framed, and
ADA (a woman in a red coat), where she is introduced, how she looks in every frame.
Exit codes: 0 all as promised; 1 a promise was broken; 2 the call or the screenplay cannot be used; 130 interrupted.`;

export const optionsOf = (args: readonly string[]): Options => {
  const { values, positionals } = parse(args);
  if (positionals.length > 1) throw new UserError(`one screenplay at a time, not ${positionals.length}`);
  return {
    screenplay: positionals[0] ?? null,
    scenes: values.scenes === undefined ? null : rangeOf(values.scenes),
    out: values.out ?? 'out',
    keep: values.keep === true,
    json: values.json === true,
    help: values.help === true,
  };
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        scenes: { type: 'string' },
        out: { type: 'string' },
        keep: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

const rangeOf = (text: string): readonly [number, number] => {
  const [, from = '', to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (first < 1 || last < first) throw new UserError(`--scenes ${text}: give one scene or a range, such as 3 or 3-7`);
  return [first, last];
};
