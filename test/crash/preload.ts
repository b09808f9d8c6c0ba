/**
 * Kills the process at its N-th promise continuation, counted from `globalThis.__arm()` on. N beyond the last one:
 * the process ends by itself and tells how many there were. Loaded with `node --import`.
 */
import { createHook } from 'node:async_hooks';
import { writeSync } from 'node:fs';

export type Armed = { __arm?: () => void; __disarm?: () => void };

const killAt = Number(process.env['CRASH_AT'] ?? 0);
let continuations = 0;
let armed = false;

Object.assign(globalThis, {
  __arm: () => {
    armed = true;
  },
  __disarm: () => {
    armed = false;
    writeSync(1, `continuations ${continuations}\n`);
  },
} satisfies Armed);

createHook({
  // The hook is called for promises only while there are callbacks for how they come to be.
  init: () => undefined,
  promiseResolve: () => undefined,
  before: () => {
    if (!armed) return;
    continuations += 1;
    if (continuations === killAt) process.kill(process.pid, 'SIGKILL');
  },
}).enable();
