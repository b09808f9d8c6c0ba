/** While the log cannot be reached its integrity cannot be told: that is no damage, and it is said once. */
import test from 'ava';
import { Fault } from '../../../src/kernel/faults.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { readConfig } from '../../../src/main/config.ts';
import { openCore } from '../../../src/main/core.ts';
import type { System } from '../../../src/main/system.ts';
import { type CheckedLog, watchLog } from '../../../src/main/watch-log.ts';
import { liveIn } from '../../support/audit/lived-folder.ts';
import { quickMakers } from '../../support/engines/quick-makers.ts';
import { createFakeClock } from '../../support/kernel/fake-clock.ts';
import { silentLogger } from '../../support/kernel/silent-logger.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

const away = (): Fault => new Fault('unavailable', 'nobody answers');

test('an outage is told once, and is over by itself', async (t) => {
  const { timers, advance } = createFakeClock();
  let [lines, tries, isAway, isChecked] = [0, 0, true, false];
  const background = timers;
  const system = { background, timers, logger: { ...silentLogger, warn: () => void (lines += 1) } };
  const log = {
    verifier: {
      verifyNew: async () => {
        if (isAway) throw away();
        return { events: 0, position: '', complete: true };
      },
      verifyWhole: async () => Promise.reject(away()),
      keepVerifying: async (signal) => {
        await timers.sleep(limits.verifyEveryMs, signal);
        throw away();
      },
    },
    ensureChecked: async () => {
      tries += 1;
      if (isAway && !isChecked) throw away();
      isChecked = true;
    },
    verifiedTo: () => '',
    isWhole: () => isChecked,
    prove: async () => Promise.resolve(),
  } satisfies CheckedLog;
  const watch = watchLog({ log, system: system as unknown as System }); // The part of it that the watch uses.
  await advance(10 * limits.verifyRetryMs);
  t.true(tries >= 10);
  t.is(lines, 1);
  t.is(watch.fault(), undefined);
  t.false(watch.checked());
  isAway = false;
  await advance(limits.verifyRetryMs);
  t.true(watch.checked());
  isAway = true;
  await advance(limits.verifyEveryMs + 10 * limits.verifyRetryMs);
  t.is(lines, 2, 'the next outage is another one');
  t.is(watch.fault(), undefined);
  await watch.stop();
});

test('a long log that was checked as a whole stays so after an outage', async (t) => {
  const folder = tempFolder(t);
  const lived = await liveIn(folder);
  await lived.live();
  await lived.stop();
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const long = { writers: 'here', startVerifyEventsMax: 10 } as const;
  const { log, close } = await openCore(config, () => undefined, quickMakers(), long);
  t.teardown(close);
  t.false(log.isWhole());
  await log.prove(new AbortController().signal);
  // As after a look that met a server that was away.
  await log.ensureChecked();
  t.true(log.isWhole(), 'paid work goes on');
});
