/**
 * Kills the process at its N-th promise continuation, counted from `globalThis.__arm()` on. N beyond the last one:
 * the process ends by itself and tells how many there were. Loaded with `node --require`.
 */
const { createHook } = require('node:async_hooks');
const { writeSync } = require('node:fs');

const killAt = Number(process.env.CRASH_AT ?? 0);
let continuations = 0;
let armed = false;

globalThis.__arm = () => {
  armed = true;
};
globalThis.__disarm = () => {
  armed = false;
  writeSync(1, `continuations ${continuations}\n`);
};

createHook({
  init() {},
  promiseResolve() {},
  before() {
    if (!armed) return;
    continuations += 1;
    if (continuations === killAt) process.kill(process.pid, 'SIGKILL');
  },
}).enable();
