/** Does what a page says, as a reader would: its commands in a shell, in a folder that looks like a fresh checkout. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { firstDifference, type Step } from './document.ts';
import { ROOT } from './tree.ts';
import { bareEnvironment } from '../process/bare-environment.ts';
import { tempFolder } from '../process/temp-folder.ts';

const LEFT_BEHIND = ['data', 'out', 'coverage'];

/** A folder with everything of this one but what a run leaves behind. */
export const likeACheckout = (t: ExecutionContext): string => {
  const folder = tempFolder(t);
  for (const name of readdirSync(ROOT).filter((one) => !one.startsWith('.') && !LEFT_BEHIND.includes(one))) {
    symlinkSync(join(ROOT, name), join(folder, name));
  }
  return folder;
};

/** No setting of the service comes from the environment of the tests, but for the port: any that is free. */
const environment = (): NodeJS.ProcessEnv => ({
  ...bareEnvironment(),
  HOME: process.env['HOME'],
  TMPDIR: process.env['TMPDIR'],
  npm_config_update_notifier: 'false',
  PORT: '0',
});

export type Started = { readonly port: string; readonly printed: string };

/** Runs the command that starts the service; ends it, and what it started, with the test. */
export const start = async (t: ExecutionContext, folder: string, command: string, lines: number): Promise<Started> => {
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  t.teardown(async () => endGroup(child));
  const errors = text(child.stderr);
  let printed = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    printed += String(chunk);
    const port = /^listening on \S+:(\d+)$/m.exec(printed)?.[1];
    const own = printed.slice(printed.indexOf('listening on'));
    if (port !== undefined && own.split('\n').length > lines) {
      return { port, printed: own.replaceAll(`:${port}`, ':8080') };
    }
  }
  throw new Error(`the service ended: ${printed}${await errors}`);
};

const endGroup = async (child: ChildProcess): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null) return;
  const gone = once(child, 'exit');
  process.kill(-child.pid, 'SIGTERM');
  await gone;
};

/** Differences from the page, as messages; the page's line is in each. */
export const follow = async (folder: string, steps: readonly Step[]): Promise<readonly string[]> => {
  const mark = '=== the next block ===';
  const script = steps.map(({ commands }) => `${commands.text}\nprintf '\\n%s%s\\n' '${mark}' "$?"\n`).join('');
  const child = spawn('sh', [], { cwd: folder, env: environment(), stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(script);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  // Before each mark is the output of the block, after it its exit code.
  const [first = '', ...others] = stdout.split(`\n${mark}`);
  const outputs = [first, ...others.map((other) => other.slice(other.indexOf('\n') + 1))];
  return steps.flatMap(({ commands, printed }, index) => {
    const exitCode = /^\d+/.exec(others[index] ?? '')?.[0] ?? 'none';
    const output = outputs[index] ?? '';
    const difference = exitCode === '0' ? firstDifference(printed ?? '', output) : `exit code ${exitCode}`;
    return difference === undefined ? [] : [`line ${commands.line}: ${difference}\n${stderr}`];
  });
};
