/**
 * Kills the process at a promise continuation, counted from `globalThis.__arm()` on: `CRASH_AT=700` at the 700th,
 * `CRASH_AT=told:2+5` at the fifth after the scenario's second mark `told`. A point beyond the last one kills nothing;
 * the process ends by itself and tells their number. Loaded with `node --import`.
 */
import { createHook } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import type { Armed } from './mark.ts';

const [, place, turn, number] = /^(?:(\w+):(\d+)\+)?(\d+)$/.exec(process.env['CRASH_AT'] ?? '') ?? [];
let killAt = place === undefined ? Number(number) : Number.NaN;
let turnsLeft = Number(turn);
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
  __mark: (reached) => {
    if (reached !== place) return;
    turnsLeft -= 1;
    if (turnsLeft === 0) killAt = continuations + Number(number);
  },
} satisfies Armed);

createHook({
  // The hook is called for promises only while there are callbacks for their creation.
  init: () => undefined,
  promiseResolve: () => undefined,
  before: () => {
    if (!armed) return;
    continuations += 1;
    if (continuations === killAt) process.kill(process.pid, 'SIGKILL');
  },
}).enable();
