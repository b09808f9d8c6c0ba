/**
 * `npm run bench`: what the service costs, as ratios against baselines of the same run. Nothing here fails a build: a
 * busy machine moves figures, and people judge them.
 *
 * Rows on servers use those of MONGODB_URL, KAFKA_BROKERS and EVENTSTOREDB_URL, or start some from SERVER_PROGRAMS; see
 * support/servers.ts.
 *
 *   --only <name>   one benchmark (may be repeated)    --quick   short windows    --json   one line per result
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describe } from './report.ts';
import { benchmarks } from './rows.ts';
import { type Benchmark, type NotRun, passes, type Result } from './support/measure.ts';

const NAMES = benchmarks.map(({ name }) => name);

const USAGE = `usage: npm run bench -- [--only NAME]... [--quick] [--json]
rows:  ${NAMES.join(', ')}`;

const usedWrongly = (problem: string): never => {
  console.error(`${problem}\n${USAGE}`);
  process.exit(2);
};

const given = () => {
  try {
    return parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: NAMES },
        quick: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return usedWrongly((error as Error).message);
  }
};

const values = given();

const tell = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
};

const report = (name: string, result: Result | NotRun): void => {
  console.log(values.json ? JSON.stringify(recordOf(name, result)) : describe(name, result));
};

const recordOf = (name: string, result: Result | NotRun): unknown =>
  'notRun' in result
    ? { name, ...result, value: null, pass: null }
    : { name, ...result, value: result.value, pass: passes(result) };

const runHere = async ({ name, run }: Benchmark): Promise<void> => {
  for (const result of await run({ quick: values.quick, tell })) report(name, result);
};

/** In a process of its own: none meets the heap, the caches and the compiled code that another has left. */
const runApart = async ({ name }: Benchmark): Promise<void> => {
  const flags = ['--only', name, ...(values.quick ? ['--quick'] : []), ...(values.json ? ['--json'] : [])];
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...flags], { stdio: 'inherit' });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  if (code !== 0) console.error(`${name} ended with ${String(code)}`);
};

const runAll = async (): Promise<void> => {
  const unknown = values.only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) usedWrongly(`there is no row ${unknown}`);
  const wanted = benchmarks.filter(({ name }) => values.only.includes(name));
  const [only] = wanted;
  if (wanted.length === 1 && only !== undefined) await runHere(only);
  else for (const benchmark of wanted) await runApart(benchmark);
};

if (values.help) console.log(USAGE);
else await runAll();
