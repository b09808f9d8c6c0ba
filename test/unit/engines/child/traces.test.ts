/** After all jobs nothing of them is left: no process, no folder, no open file. Reads /proc, so only where that is. */
import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { isFault } from '../../../../src/kernel/faults.ts';
import { HANGS, jobOf, startsNode } from '../../../support/engines/job-of.ts';
import { tryChildren } from '../../../support/engines/tried-children.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { childrenOf, openFiles, parentOf } from '../../../support/process/traces.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';

const onLinux = (title: string, run: (t: ExecutionContext) => Promise<void>): void => {
  test.serial(title, async (t) => {
    if (existsSync('/proc/self/fd')) return run(t);
    t.log('NOT CHECKED: there is no /proc to read');
    return t.pass();
  });
};

const bodies = [
  'return 1',
  'throw new Error("no")',
  'process.exit(3)',
  'process.kill(process.pid, "SIGSEGV")',
  HANGS,
  `(await import('node:fs')).writeFileSync('made', Buffer.alloc(2 ** 21))`,
];

onLinux('jobs that end in any way leave no process, no folder and no descriptor', async (t) => {
  const { run, folders } = tryChildren(t);
  // The first job opens files of the parent that stay, such as the channel to the launcher.
  const launcher = Number((await run(jobOf('return process.ppid'))).value);
  const traces = () => [childrenOf(process.pid), childrenOf(launcher), openFiles(process.pid)];
  const before = traces();
  await Promise.allSettled(bodies.map(async (body) => run(jobOf(body, { deadlineMs: 2_000 }))));
  t.deepEqual(traces(), before);
  t.deepEqual(folders(), []);
});

/** Ends of a job whose program goes on: `own` is that program. */
const endings: Readonly<Record<string, string>> = {
  'is done': 'return own.pid',
  'is at its deadline': HANGS,
  'has crashed': 'process.kill(process.pid, "SIGSEGV")',
  'has left': 'process.exit(3)',
};

for (const [name, ending] of Object.entries(endings)) {
  onLinux(`a program whose job ${name} has ended, too`, async (t) => {
    const { children, root } = tryChildren(t);
    const told = `(await import('node:fs')).writeFileSync('pid', String(own.pid));`;
    const body = `${startsNode('setInterval(() => {}, 1e6)')} ${told} ${ending}`;
    const job = { ...jobOf(body, { deadlineMs: 3_000 }), startsPrograms: true };
    const scratch = { folder: async () => Promise.resolve(root) };
    await children.run(job, scratch, new AbortController().signal).catch(() => undefined);
    const [file = ''] = globSync('job-*/pid', { cwd: root });
    const pid = readFileSync(join(root, file), 'utf8');
    await eventually('the program is gone', () => isZombie(pid));
    t.pass();
  });
}

onLinux('a parent that is killed takes a program of its busy child along', async (t) => {
  const { parent, pid } = await parentOfBusy(t, 'program');
  t.is(parentOf(parentOf(parentOf(pid))), String(parent.pid), 'it runs, and the child has started it');
  parent.kill('SIGKILL');
  await eventually('the program is gone', () => isZombie(pid));
});

onLinux('a parent that is killed takes its busy child along', async (t) => {
  const { parent, pid } = await parentOfBusy(t, 'child');
  t.is(parentOf(parentOf(pid)), String(parent.pid), 'it runs, and the launcher has started it');
  parent.kill('SIGKILL');
  await once(parent, 'close');
  await eventually('the child is gone', () => isZombie(pid));
  t.pass();
});

/** A process with a busy child, and the id of that child, or of a program of it. */
const parentOfBusy = async (t: ExecutionContext, what: 'child' | 'program') => {
  const support = fileURLToPath(new URL('../../../support/engines/parent-of-a-child.ts', import.meta.url));
  const parent = spawn(process.execPath, [support, tempFolder(t), what], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  return { parent, pid: said.toString().trim() };
};

onLinux('a launcher that is killed takes its busy child along, and the next job has a new one', async (t) => {
  const { children, run } = tryChildren(t, { childrenMax: 1 });
  const launcherOf = async () => String((await run(jobOf('return process.ppid'))).value);
  const first = await launcherOf();
  t.is(parentOf(first), String(process.pid));
  const busy = t.throwsAsync(run(jobOf(HANGS)));
  await eventually('a child runs', () => childrenOf(Number(first)).length === 1);
  const [child = ''] = childrenOf(Number(first));
  process.kill(Number(first), 'SIGKILL');
  t.true(isFault(await busy, 'unavailable'));
  await eventually('the child is gone', () => isZombie(child));
  const second = await launcherOf();
  t.not(second, first);
  await children.close();
  await eventually('the launcher is gone', () => isZombie(second));
});

/** It has ended, and the process that adopted it has not asked yet. */
const isZombie = (pid: string): boolean => {
  try {
    return /^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
};
