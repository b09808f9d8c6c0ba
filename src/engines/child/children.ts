/**
 * Jobs in child processes of their own, at most so many at once. By its deadline a job is short or long, and no short
 * one waits for long ones alone. A job is a script, an input for JSON, and files in a
 * folder. Nothing of a job can harm the service: it crashes, hangs or eats memory alone.
 */
import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../../kernel/faults.ts';
import { createGate } from '../../kernel/gate.ts';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';
import type { Scratch } from '../../ports/engine.ts';
import { folderBytes } from './folder-bytes.ts';
import { JOB_FILE, type JobBounds, type JobFile } from './job.ts';
import type { Ended } from './launcher.ts';
import { onDisk } from './on-disk.ts';
import { openLauncher } from './open-launcher.ts';
import { readAnswer } from './read-answer.ts';
import { runChild } from './run-child.ts';

export type Job<T> = {
  /** A module that is a `JobScript`. */
  readonly script: URL;
  /** For JSON. It may name files of the call's scratch folder by their paths. */
  readonly input: unknown;
  readonly bounds: Omit<JobBounds, 'startsPrograms'> & {
    /** From the start of the child; time at the gate is not counted. A job of little work names a short one. */
    readonly deadlineMs: number;
    /** Of JavaScript alone. */
    readonly heapMiB: number;
  };
  /** Whether it may start programs: they have the child's priority, and end with it. False unless stated. */
  readonly startsPrograms?: boolean;
  /** The answer of the script as it should be; undefined for any other value. */
  readonly read: (value: unknown) => T | undefined;
};

/** `folder`: of this job alone, in the call's scratch folder, with the files that the child made. */
export type JobDone<T> = { readonly value: T; readonly folder: string };

export type Children = {
  /**
   * Fault `rejected`: the script says so, or its files are too large. `unavailable`: it crashed, was late, took too
   * much memory, made no sense, or too many jobs wait. `cancelled`: by the signal. Its process is gone by then. Where
   * the job itself may be the reason, `detail.ended` is `late`, `failed`, `silent`, or `stopped`: without an answer, on
   * a full disk or killed by the system, as by one without memory.
   */
  run<T>(job: Job<T>, scratch: Scratch, signal: AbortSignal): Promise<JobDone<T>>;
  /** Calls all jobs off, and waits until their processes are gone. Every later job is `cancelled`. */
  close(): Promise<void>;
};

export type ChildrenOptions = {
  /** As the machine allows unless stated. */
  readonly childrenMax?: number;
  readonly background: Pick<Timers, 'sleep'>;
  /**
   * Children keep their compiled code there, and no other process takes it: half of a short job is compiling. They
   * compile each time unless stated.
   */
  readonly codeFolder?: string;
};

/** On a small machine the API keeps a core to itself. */
const childrenHere = (): number => Math.min(limits.childrenMax, Math.max(1, availableParallelism() - 1));

export const createChildren = ({ childrenMax = childrenHere(), background, codeFolder }: ChildrenOptions): Children => {
  const gate = createGate({ placesMax: childrenMax, waitingMax: limits.childWaitersMax });
  const launcher = openLauncher(codeFolder);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  const run = async <T>(job: Job<T>, scratch: Scratch, signal: AbortSignal): Promise<JobDone<T>> => {
    const { script, input, bounds, read, startsPrograms = false } = job;
    const { memoryBytesMax, outputBytesMax, deadlineMs, heapMiB } = bounds;
    const file: JobFile = { script: script.href, input, bounds: { memoryBytesMax, outputBytesMax, startsPrograms } };
    const folder = await onDisk(async () => folderWith(file, scratch));
    const ended = await runChild({ launcher, background }, { folder, heapMiB, deadlineMs, startsPrograms }, signal);
    return { value: await outcomeOf(folder, outputBytesMax, ended, read), folder };
  };

  return Object.freeze({
    run: async <T>(job: Job<T>, scratch: Scratch, signal: AbortSignal) => {
      const either = AbortSignal.any([signal, closing.signal]);
      const length = job.bounds.deadlineMs <= limits.childShortDeadlineMs ? 'short' : 'long';
      const work = gate.run(async () => run(job, scratch, either), either, length);
      running.add(work);
      return work.finally(() => running.delete(work));
    },
    close: async () => {
      closing.abort();
      await Promise.allSettled(running);
      launcher.close();
    },
  });
};

const folderWith = async (file: JobFile, scratch: Scratch): Promise<string> => {
  const folder = await mkdtemp(join(await realpath(await scratch.folder()), 'job-'));
  await writeFile(join(folder, JOB_FILE), JSON.stringify(file));
  return folder;
};

/** How a child ends itself, too, once it has left its answer. */
const KILLED = 'by SIGKILL';

const outcomeOf = async <T>(
  folder: string,
  outputBytesMax: number,
  { how, note }: Ended,
  read: Job<T>['read'],
): Promise<T> => {
  // Between two looks of its own watch a child may have written more.
  if (folderBytes(folder) > outputBytesMax) {
    throw new Fault('rejected', `the files of the job are larger than ${outputBytesMax} bytes`);
  }
  const answer = await readAnswer(folder);
  if (answer?.kind === 'failed') throw new Fault(answer.code, answer.message, { detail: { ended: 'failed' } });
  const value = answer === undefined ? undefined : read(answer.value);
  if (value !== undefined) return value;
  const what = answer === undefined ? 'without an answer' : 'with an answer that makes no sense';
  // A process that has no room for its answer has its standard error.
  const isFull = note.includes('ENOSPC');
  const ended = answer === undefined && (isFull || how === KILLED) ? 'stopped' : 'silent';
  const why = isFull ? ': its disk is full' : '';
  throw new Fault('unavailable', `the process of the job ended ${how}, ${what}${why}`, { detail: { ended, note } });
};
