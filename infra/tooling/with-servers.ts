/**
 * Runs a command with real servers: `node infra/tooling/with-servers.ts COMMAND ARGS…`. A server whose variable is set
 * is used as it is. Otherwise one is started from the folder SERVER_PROGRAMS and stopped again; else it is missing. A
 * missing one fails the run when REQUIRE_SERVERS (a comma list) names it, and is reported loudly otherwise.
 */
import { spawn } from 'node:child_process';
import { hasProgram, type RunningServer, S3_KEYS, type ServerName, servers, startServer } from './server-programs.ts';

type Variables = Readonly<Record<string, string>>;

const names = Object.keys(servers) as ServerName[];
const programs = process.env['SERVER_PROGRAMS'];
const given = (name: ServerName): boolean => (process.env[servers[name].variable] ?? '') !== '';
const required = (process.env['REQUIRE_SERVERS'] ?? '').split(',').map((name) => name.trim());

/** The missing servers, as lines to read. */
const complaints = (): readonly string[] => {
  const unknown = required.filter((name) => !['', 'eventstoredb'].includes(name) && !Object.hasOwn(servers, name));
  const missing = names.filter((name) => !given(name) && !hasProgram(programs, name));
  const how = (name: ServerName): string => `set ${servers[name].variable} or SERVER_PROGRAMS`;
  for (const name of missing.filter((name) => !required.includes(name))) {
    console.error(`SKIPPED: suites that need ${name}: ${how(name)}`);
  }
  const needsLog = required.includes('eventstoredb') && (process.env['EVENTSTOREDB_URL'] ?? '') === '';
  return [
    ...(needsLog ? ['REQUIRE_SERVERS names eventstoredb: set EVENTSTOREDB_URL; it is a double otherwise'] : []),
    ...unknown.map((name) => `REQUIRE_SERVERS names ${name}; there are ${names.join(', ')}`),
    ...missing.filter((name) => required.includes(name)).map((name) => `REQUIRE_SERVERS names ${name}: ${how(name)}`),
  ];
};

const variablesOf = (name: ServerName, { url }: RunningServer): Variables =>
  name === 's3' ? { S3_ENDPOINT: url, S3_BUCKET: 'pi-tests', ...S3_KEYS } : { [servers[name].variable]: url };

/** Starts the servers that are not given, side by side; the list grows as they come up. */
const startAll = async (from: string, running: RunningServer[]): Promise<Variables> => {
  const missing = names.filter((name) => !given(name) && hasProgram(from, name));
  const variables = await Promise.allSettled(
    missing.map(async (name) => {
      const server = await startServer(from, name);
      running.push(server);
      return variablesOf(name, server);
    }),
  );
  const failed = variables.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return Object.assign({}, ...variables.map((result) => result.status === 'fulfilled' && result.value)) as Variables;
};

let stopping: NodeJS.Signals | undefined;
let tell: (signal: NodeJS.Signals) => void = () => undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopping = signal;
    tell(signal);
  });
}

/** The exit code of the command. A signal for us is one for it, and we wait until it has ended. */
const runCommand = async ([command = '', ...args]: readonly string[], variables: Variables): Promise<number> => {
  if (stopping !== undefined) return 1;
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...variables } });
  tell = (signal) => child.kill(signal);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.once('error', reject);
  child.once('close', (code) => resolve(code ?? 1));
  return promise;
};

const main = async (command: readonly string[]): Promise<number> => {
  const wrong = complaints();
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) return 1;
  const running: RunningServer[] = [];
  try {
    const variables = programs === undefined ? {} : await startAll(programs, running);
    return await runCommand(command, variables);
  } finally {
    await Promise.all(running.map(async ({ stop }) => stop()));
  }
};

process.exitCode = await main(process.argv.slice(2));
