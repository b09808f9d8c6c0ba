/** After all jobs nothing of them is left: no process, no folder, no open file. Reads /proc, so only where that is. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { jobOf } from '../../../support/engines/job-of.ts';
import { tryChildren } from '../../../support/engines/tried-children.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';

const onLinux = (title: string, run: (t: ExecutionContext) => Promise<void>): void => {
  test.serial(title, async (t) => {
    if (existsSync('/proc/self/fd')) return run(t);
    t.log('NOT CHECKED: there is no /proc to read');
    return t.pass();
  });
};

const parentOf = (pid: string): string => {
  try {
    return /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  } catch {
    // It has ended since the listing.
    return '';
  }
};

const childrenOf = (parent: number): readonly string[] =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === String(parent));

const openFiles = (): number => readdirSync('/proc/self/fd').length;

const bodies = [
  'return 1',
  'throw new Error("no")',
  'process.exit(3)',
  'process.kill(process.pid, "SIGSEGV")',
  'for (;;);',
  `(await import('node:fs')).writeFileSync('made', Buffer.alloc(2 ** 21))`,
];

onLinux('jobs that end in any way leave no process, no folder and no descriptor', async (t) => {
  const { run, folders } = tryChildren(t);
  // The first job opens files of the parent that stay, such as the pipe of its signal handler.
  await run(jobOf('return 0'));
  const before = [childrenOf(process.pid), openFiles()];
  await Promise.allSettled(bodies.map(async (body) => run(jobOf(body, { deadlineMs: 2_000 }))));
  t.deepEqual([childrenOf(process.pid), openFiles()], before);
  t.deepEqual(folders(), []);
});

onLinux('a parent that is killed takes its busy child along', async (t) => {
  const support = fileURLToPath(new URL('../../../support/engines/parent-of-a-child.ts', import.meta.url));
  const parent = spawn(process.execPath, [support, tempFolder(t)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = said.toString().trim();
  t.is(parentOf(pid), String(parent.pid), 'it runs');
  parent.kill('SIGKILL');
  await once(parent, 'close');
  for (let looks = 0; looks < 500 && existsSync(`/proc/${pid}/status`) && !isZombie(pid); looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  t.true(!existsSync(`/proc/${pid}/status`) || isZombie(pid));
});

/** It has ended, and the process that adopted it has not asked yet. */
const isZombie = (pid: string): boolean => {
  try {
    return /^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
};
