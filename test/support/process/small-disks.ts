/**
 * Small disks of a test's own, in memory, which it fills and clears: real ones, whose writes fail with ENOSPC. They are
 * mounted in a namespace that any user may make where the kernel allows it. Only its processes see them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

export type SmallDisk = {
  /** Takes all room but so many bytes. */
  readonly fill: (leavingBytes?: number) => void;
  readonly clear: () => void;
  readonly freeBytes: () => number;
};

export type SmallDisks<N extends string> = {
  readonly disks: Readonly<Record<N, SmallDisk>>;
  /** A command and its arguments in front of those of a process that is to see the disks. */
  readonly within: readonly string[];
  /** Where processes outside of the namespace find a path of the inside. */
  readonly outside: (path: string) => string;
  /** A copy of a folder with all disks in it, for processes outside. */
  readonly copy: (from: string, to: string) => void;
};

/** `bytes`: a multiple of 4,096. A disk that is mounted in the folder of another comes after it. */
export type DiskPlan = { readonly folder: string; readonly bytes: number };

const MOUNT = 'while [ $# -gt 0 ]; do mkdir -p "$1" && mount -t tmpfs -o "size=$2" tmpfs "$1" || exit 1; shift 2; done';
const BALLAST = 'ballast';
const BLOCK = Buffer.alloc(4_096);

/** Undefined where no disk can be mounted, which is said; with `REQUIRE_DISKS=1` it fails the test. */
export const givenSmallDisks = async <N extends string>(
  t: ExecutionContext,
  plans: Readonly<Record<N, DiskPlan>>,
): Promise<SmallDisks<N> | undefined> => {
  const entries = Object.entries<DiskPlan>(plans);
  const mounts = entries.flatMap(([, { folder, bytes }]) => [folder, String(bytes)]);
  const script = `${MOUNT}; echo mounted; exec cat`;
  const keeper = spawn('unshare', ['-Urm', 'sh', '-c', script, 'sh', ...mounts], { stdio: ['pipe', 'pipe', 'pipe'] });
  const said = await Promise.race([
    once(keeper.stdout, 'data').then(String),
    once(keeper, 'exit').then(() => ''),
    once(keeper, 'error').then(() => ''),
  ]);
  if (!said.startsWith('mounted')) {
    t.log('NOT CHECKED: a full disk; this user may mount no disk of its own here (unshare -Urm)');
    if (process.env['REQUIRE_DISKS'] === '1') t.fail('REQUIRE_DISKS=1, and no disk can be mounted');
    else t.pass();
    return undefined;
  }
  t.teardown(() => keeper.kill('SIGKILL'));
  const outside = (path: string): string => join(`/proc/${keeper.pid}/root`, path);
  const disks = Object.fromEntries(entries.map(([name, { folder }]) => [name, diskAt(outside(folder))]));
  const within = ['--preserve-credentials', '-U', '-m', '-t', String(keeper.pid)];
  return {
    disks: disks as Readonly<Record<N, SmallDisk>>,
    within: ['nsenter', ...within],
    outside,
    copy: (from, to) => {
      const { status, stderr } = spawnSync('nsenter', [...within, 'cp', '-r', from, to], { encoding: 'utf8' });
      if (status !== 0) throw new Error(`${from} cannot be copied: ${stderr}`);
    },
  };
};

const diskAt = (path: string): SmallDisk => {
  const ballast = join(path, BALLAST);
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    freeBytes,
    fill: (leavingBytes = 0) => {
      const file = openSync(ballast, 'a');
      try {
        while (freeBytes() > leavingBytes) writeSync(file, BLOCK);
      } finally {
        closeSync(file);
      }
    },
    clear: () => rmSync(ballast, { force: true }),
  };
};
