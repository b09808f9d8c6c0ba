/** One run of a program of FFmpeg. Bytes go in and come out by pipes. */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { Fault } from '../../../kernel/faults.ts';
import { tailOf } from '../../child/tail-of.ts';

export type Run = {
  readonly output: Readable;
  /** False: the program takes no more. Until the answer the bytes belong to the run. */
  write(bytes: Uint8Array): Promise<boolean>;
  /** There are no more bytes to take. */
  end(): void;
  /** Why it failed, by its last words; null: it did its work. Fault `unavailable`: no program ran to its end. */
  ended(): Promise<string | null>;
  kill(): void;
};

/** No questions, no greeting; errors alone. */
const QUIET = ['-hide_banner', '-loglevel', 'error'];

export const startRun = (program: string, args: readonly string[]): Run => {
  // Without the environment: FFmpeg takes proxies and reports from there.
  const child = spawn(program, [...QUIET, ...args], { env: { TZ: 'UTC' }, stdio: 'pipe', windowsHide: true });
  const note = tailOf(child.stderr);
  const ended = new Promise<string | null>((resolve, reject) => {
    child.on('error', (cause) => {
      if (child.pid === undefined) reject(new Fault('unavailable', `${program} cannot be started`, { cause }));
    });
    child.on('close', (code, signal) => {
      if (signal !== null) reject(new Fault('unavailable', `FFmpeg was ended by ${signal}`));
      else resolve(code === 0 ? null : lastWords(note(), code));
    });
  });
  // It is told to the caller that asks; others were told by their pipes.
  ended.catch(() => undefined);
  child.stdin.on('error', () => undefined);
  return {
    output: child.stdout,
    write: async (bytes) => new Promise((resolve) => child.stdin.write(bytes, (error) => resolve(!error))),
    end: () => child.stdin.end(),
    ended: async () => ended,
    kill: () => child.kill('SIGKILL'),
  };
};

/** Without the path of the file, which is before the reason. */
const lastWords = (note: string, code: number | null): string =>
  note.trim().split('\n').at(-1)?.split(': ').at(-1) || `it ended with code ${String(code)}`;

/** FFmpeg could not take a file that came from outside, and never will. */
export const unreadable =
  (thing: string) =>
  (reason: string): Fault =>
    new Fault('rejected', `${thing} cannot be read: ${reason}`);

/** FFmpeg could not do what it should be able to: another try, or another machine, may. */
export const failing =
  (step: string) =>
  (reason: string): Fault =>
    new Fault('unavailable', `FFmpeg failed: ${step}: ${reason}`);

/** Waits for the end. */
export const finish = async (run: Run, faultOf: (reason: string) => Fault): Promise<void> => {
  run.output.resume();
  const reason = await run.ended();
  if (reason !== null) throw faultOf(reason);
};

/** Gives all bytes to a run, until it takes no more. */
export const feed = async (run: Run, parts: AsyncIterable<Uint8Array>): Promise<void> => {
  try {
    for await (const part of parts) if (!(await run.write(part))) return;
    run.end();
  } catch (error) {
    run.kill();
    throw error;
  }
};

/** The output in pieces of so many bytes, the last one shorter. The memory of one is used for all. */
export async function* piecesOf(run: Run, bytes: number, faultOf: (reason: string) => Fault): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(bytes);
  let filled = 0;
  try {
    for await (const chunk of run.output as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length;) {
        const taken = chunk.copy(piece, filled, at);
        at += taken;
        filled += taken;
        if (filled < bytes) continue;
        yield piece;
        filled = 0;
      }
    }
    await finish(run, faultOf);
    if (filled > 0) yield piece.subarray(0, filled);
  } finally {
    // A reader that has enough ends the run.
    run.kill();
    await run.ended().catch(() => undefined);
  }
}
