/**
 * The main module of a small process that starts the children of the service, and is asked by messages. A start copies
 * the tables of the memory of its process. That holds up the event loop of a large one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { childLimits } from '../../kernel/limits/children.ts';
import { killGroup } from './programs.ts';
import { tailOf } from './tail-of.ts';

export type ChildOptions = {
  /** Its current folder, the only one that it can write to. `JOB_FILE` is in it. */
  readonly folder: string;
  readonly heapMiB: number;
  readonly startsPrograms: boolean;
};

/** `note`: its last words on stderr. */
export type Ended = { readonly how: string; readonly note: string };

export type LaunchOrder = { readonly id: number } & (
  | { readonly kind: 'start'; readonly options: ChildOptions }
  | { readonly kind: 'kill' }
);

/** `failed`: no process was started, and why. */
export type LaunchReport = { readonly id: number } & ({ readonly ended: Ended } | { readonly failed: string });

const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));

/** For the compiled code of children, where it is kept. */
const CODE_FOLDER = process.argv[2];

/**
 * Nothing of the environment goes to the child, as secrets of servers are in it. Node's own permissions keep its code
 * from writing elsewhere and from starting processes; native code is not held by them.
 */
const start = ({ folder, heapMiB, startsPrograms }: ChildOptions): ChildProcess => {
  const permissions = ['--permission', '--allow-fs-read=*', `--allow-fs-write=${folder}`, '--allow-worker'];
  const libraries = ['--allow-addons', '--allow-wasi', '--disable-warning=SecurityWarning'];
  if (startsPrograms) permissions.push('--allow-child-process');
  if (CODE_FOLDER !== undefined) permissions.push(`--allow-fs-write=${CODE_FOLDER}`);
  const heap = [`--max-old-space-size=${heapMiB}`, `--max-semi-space-size=${childLimits.childSemiSpaceMiB}`];
  const flags = [...heap, ...permissions, ...libraries];
  const child = spawn(process.execPath, [...flags, HOST], {
    cwd: folder,
    env: {
      TZ: 'UTC',
      TMPDIR: folder,
      TEMP: folder,
      ...(CODE_FOLDER !== undefined && { NODE_COMPILE_CACHE: CODE_FOLDER }),
    },
    stdio: ['pipe', 'ignore', 'pipe'],
    windowsHide: true,
    // With programs it leads a group of its own, which ends as a whole. On Windows it would have a window.
    detached: startsPrograms && process.platform !== 'win32',
  });
  // The end of this pipe is how a child hears of the end of its parent; that it breaks is no news.
  child.stdin?.on('error', () => undefined);
  lower(child);
  // However it ends: a program that it started outlives it otherwise.
  if (startsPrograms) child.on('exit', () => killGroup(child.pid));
  return child;
};

/** At once, so that the threads that it starts inherit the priority. One that is gone already has none. */
const lower = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, childLimits.childNiceness);
  } catch {
    // A child that was refused a lower priority shares as all others do.
  }
};

const children = new Map<number, ChildProcess>();

const report = (what: LaunchReport): void => {
  children.delete(what.id);
  // A service that is gone needs no report.
  if (process.connected) process.send?.(what, () => undefined);
};

process.on('message', (order: LaunchOrder) => {
  const { id } = order;
  if (order.kind === 'kill') {
    children.get(id)?.kill('SIGKILL');
    return;
  }
  const child = start(order.options);
  const note = tailOf(child.stderr);
  children.set(id, child);
  child.on('error', ({ message }) => {
    if (child.pid === undefined) report({ id, failed: message });
  });
  child.on('close', (code, by) => {
    const how = by === null ? `with code ${String(code)}` : `by ${by}`;
    if (child.pid !== undefined) report({ id, ended: { how, note: note() } });
  });
});

// The service decides when its children end: it may have the time of a signal to finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// Its pipes end with it, and so do the children.
process.on('disconnect', () => process.exit());
