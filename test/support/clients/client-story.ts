/** The common part of suites of generated clients: a service, its document, and their story. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { sectionOf, stepsOf } from '../architecture/document.ts';
import { runTool } from '../process/run-tool.ts';
import { startProcess } from '../process/service-process.ts';
import { tempFolder } from '../process/temp-folder.ts';

export type Json = Readonly<Record<string, unknown>>;

export const ROOT = join(import.meta.dirname, '../../..');

/**
 * The output of the README from its first request up to the operator's part. Values that differ from run to run are
 * left out.
 */
export const readmeStory = (): readonly string[] => {
  const section = sectionOf(readFileSync(join(ROOT, 'README.md'), 'utf8'), 'The first five minutes');
  const [, ...steps] = stepsOf(section);
  const ofClients = steps.slice(
    0,
    steps.findIndex(({ commands }) => commands.text.includes('npm run -s grant')),
  );
  const printed = ofClients.flatMap((step) => (step.printed ?? '').trimEnd().split('\n'));
  return printed.filter((line) => !line.includes('…'));
};

export type StoryService = { readonly baseUrl: string; readonly token: string; readonly document: Json };

/** The service as a process on a data folder of its own, with the document that it serves. */
export const givenStoryService = async (t: ExecutionContext): Promise<StoryService> => {
  const dataDir = join(tempFolder(t), 'data');
  const { baseUrl } = await startProcess(t, { dataDir });
  const { stdout } = await runTool('token', dataDir, '--sub', 'alice', '--scope', 'read plan mutate spend approve');
  const response = await fetch(`${baseUrl}/api/v1/openapi?include=extensions`);
  return { baseUrl, token: stdout.trim(), document: (await response.json()) as Json };
};

export type Ran = { readonly status: number | null; readonly output: string };

/** Runs a program to its end; `output` is both of its streams. */
export const run = async (
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Ran> => {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject);
  child.on('close', resolve);
  return { status: await promise, output };
};
