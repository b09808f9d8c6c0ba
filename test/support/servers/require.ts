/** The servers of a suite; `npm run test:servers` sets the variables: infra/tooling/with-servers.ts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Implementation, TestFn } from 'ava';
import { hasProgram, type ServerName, servers } from '../../../infra/tooling/server-programs.ts';
import { standIn } from '../process/stand-in.ts';

const urls: Readonly<Record<ServerName, string | undefined>> = {
  kafka: process.env['KAFKA_BROKERS'],
  mongodb: process.env['MONGODB_URL'],
  s3: process.env['S3_ENDPOINT'],
};

/** The EventStoreDB that the run was given. Undefined where there is none: a double replaces it. */
export const givenLog: string | undefined = process.env['EVENTSTOREDB_URL'] || undefined;

/** Where the programs are that tests start servers of their own from. */
export const programsFolder = (): string => {
  const folder = process.env['SERVER_PROGRAMS'];
  if (folder === undefined) throw new Error('SERVER_PROGRAMS is not set; let the suite ask for it by requirePrograms');
  return folder;
};

/**
 * The address of that server: bootstrap servers, connection string or endpoint. Undefined when it is missing; then one
 * test replaces the suite, skipped, or failing when REQUIRE_SERVERS names the server.
 */
export const requireServer = (test: TestFn, name: ServerName): string | undefined => {
  const url = urls[name] ?? '';
  if (url !== '') return url;
  standIn(test, `needs ${name}: set ${servers[name].variable} or SERVER_PROGRAMS`, [name]);
  return undefined;
};

/**
 * The folder of programs that a suite of faults starts servers of its own from. Undefined when one of them is missing
 * in it; then it is as above.
 */
export const requirePrograms = (test: TestFn, ...names: readonly (ServerName | 'toxiproxy')[]): string | undefined => {
  const programs = process.env['SERVER_PROGRAMS'];
  const there = names.every((name) => (name === 'toxiproxy' ? hasToxiproxy(programs) : hasProgram(programs, name)));
  if (there && programs !== undefined) return programs;
  standIn(test, `starts ${names.join(', ')}: set SERVER_PROGRAMS`, names);
  return undefined;
};

const hasToxiproxy = (programs: string | undefined): boolean =>
  programs !== undefined && existsSync(join(programs, 'toxiproxy/toxiproxy-server'));

/** A test that kills the log, one at a time: left out, and said so, where a log was given: it is not ours to kill. */
export const killing = (test: TestFn, title: string, run: Implementation<[]>): void => {
  if (givenLog === undefined) test.serial(title, run);
  else test.skip(`SKIPPED: it kills EventStoreDB, and one was given: ${title}`, (t) => t.fail());
};
