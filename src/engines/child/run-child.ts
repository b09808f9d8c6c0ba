/** One child process, from its start until it is gone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';

export type ChildOptions = {
  /** Its current folder, the only one that it can write to. `JOB_FILE` is in it. */
  readonly folder: string;
  readonly heapMiB: number;
  readonly deadlineMs: number;
  /** Its sleeps need not keep the process alive: a child does. */
  readonly background: Pick<Timers, 'sleep'>;
};

/** `note`: its last words on stderr. */
export type Ended = { readonly how: string; readonly note: string };

const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));

/**
 * Answers when the process is gone and its pipes are closed, by whatever way it ended. Faults: `cancelled` when the
 * signal aborts, `unavailable` at the deadline or when no process can be started. The process is gone then, too.
 */
export const runChild = async (options: ChildOptions, signal: AbortSignal): Promise<Ended> => {
  if (signal.aborted) throw new Fault('cancelled', 'the job was called off');
  const child = start(options);
  const note = tailOf(child);
  const gone = goneOf(child);
  const over = new AbortController();
  const late = options.background.sleep(options.deadlineMs, AbortSignal.any([over.signal, signal])).then(
    () =>
      new Fault('unavailable', `the job was not done within ${options.deadlineMs} ms`, { detail: { ended: 'late' } }),
    (error: unknown) => error,
  );
  try {
    const first = await Promise.race([gone, late]);
    if (typeof first === 'string') return { how: first, note: note() };
    child.kill('SIGKILL');
    await gone;
    throw signal.aborted ? new Fault('cancelled', 'the job was called off', { cause: first }) : first;
  } finally {
    over.abort();
  }
};

/**
 * Nothing of the environment goes to the child, as secrets of servers are in it. Node's own permissions keep its code
 * from writing elsewhere and from starting processes; native code is not held by them.
 */
const start = ({ folder, heapMiB }: ChildOptions): ChildProcess => {
  const permissions = ['--permission', '--allow-fs-read=*', `--allow-fs-write=${folder}`, '--allow-worker'];
  const libraries = ['--allow-addons', '--allow-wasi', '--disable-warning=SecurityWarning'];
  const flags = [`--max-old-space-size=${heapMiB}`, ...permissions, ...libraries];
  const child = spawn(process.execPath, [...flags, HOST], {
    cwd: folder,
    env: { TZ: 'UTC', TMPDIR: folder, TEMP: folder },
    stdio: ['pipe', 'ignore', 'pipe'],
    windowsHide: true,
  });
  // The end of this pipe is how a child hears of the end of its parent; that it breaks is no news.
  child.stdin?.on('error', () => undefined);
  lower(child);
  return child;
};

/** At once, so that the threads that it starts inherit the priority. One that is gone already has none. */
const lower = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, limits.childNiceness);
  } catch {
    // A child that was refused a lower priority shares as all others do.
  }
};

/** Why a process that ended did so. Fault `unavailable`: none was started. */
const goneOf = async (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.on('error', (cause) => {
      if (child.pid === undefined) reject(new Fault('unavailable', 'no child process can be started', { cause }));
    });
    child.on('close', (code, by) => resolve(by === null ? `with code ${String(code)}` : `by ${by}`));
  });

const tailOf = ({ stderr }: ChildProcess): (() => string) => {
  let tail = Buffer.alloc(0);
  stderr?.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-limits.childNoteBytesMax);
  });
  return () => tail.toString();
};
