/** Drafts that a crash left among the objects are gone after the next start, or a day later. */
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import { limits } from '../../../src/kernel/limits.ts';
import type { Core } from '../../../src/main/core.ts';
import { sweepObjects } from '../../../src/main/sweep-objects.ts';
import { eventually } from '../../support/kernel/eventually.ts';
import { createFakeClock } from '../../support/kernel/fake-clock.ts';
import { silentLogger } from '../../support/kernel/silent-logger.ts';
import { givenService } from '../../support/service/real-service.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

const DRAFTS = ['.a.00.part', '.b.00.part'];

/** A data folder with a draft of two hours ago, and one of now. */
const givenDrafts = async (dataDir: string): Promise<string> => {
  const folder = join(dataDir, 'objects', 'ws_1', 'assets');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of DRAFTS) await writeFile(join(folder, name), 'draft');
  const longAgo = new Date(Date.now() - 7_200_000);
  await utimes(join(folder, '.a.00.part'), longAgo, longAgo);
  return folder;
};

test('a start removes old drafts of objects, and no young ones', async (t) => {
  const dataDir = join(tempFolder(t), 'data');
  const folder = await givenDrafts(dataDir);
  await givenService(t, { dataDir });
  await eventually('the old draft is gone', async () => (await readdir(folder)).length === 1);
  t.deepEqual(await readdir(folder), ['.b.00.part']);
});

test('sabotage: where nothing is swept, the drafts stay', async (t) => {
  const dataDir = join(tempFolder(t), 'data');
  const folder = await givenDrafts(dataDir);
  const doctor = (core: Core): Core => ({
    ...core,
    stores: { ...core.stores, sweep: async () => Promise.resolve(0) },
  });
  const { stop } = await givenService(t, { dataDir, doctor });
  await stop();
  t.deepEqual((await readdir(folder)).toSorted(), DRAFTS);
});

/** Parts of a core that sweep. */
const coreOf = (sweep: Core['stores']['sweep'], system: object): Core =>
  ({ stores: { sweep }, scratch: { sweep: async () => Promise.resolve(0) }, system }) as unknown as Core;

test('leftovers of the process before are swept when they are old enough, without another start', async (t) => {
  const { clock, timers, advance } = createFakeClock();
  const begun = clock.now();
  const swept: number[] = [];
  const sweep = async (age: number) => Promise.resolve(swept.push(clock.now() - age));
  const sweeping = sweepObjects(coreOf(sweep, { logger: silentLogger, background: timers }));
  await advance(0);
  t.true((swept.at(-1) ?? 0) < begun, 'they were young at the start');
  await advance(limits.sweepEveryMs);
  t.is(swept.length, 2);
  t.true((swept.at(-1) ?? 0) > begun);
  await sweeping.stop();
  await advance(limits.sweepEveryMs);
  t.is(swept.length, 2);
});

test('a stop ends the sweep and waits for it; a sweep that fails is logged and stops nothing', async (t) => {
  const logged: string[] = [];
  const logger = { info: () => undefined, warn: (_: unknown, message: string) => logged.push(message) };
  const system = { logger, background: createTimers({ background: true }) };

  let ended = false;
  const sweep: Core['stores']['sweep'] = async (_age, signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended = true;
    return 0;
  };
  await sweepObjects(coreOf(sweep, system)).stop();
  t.true(ended);

  const failing = async () => Promise.reject(new Fault('unavailable', 'no disk'));
  await sweepObjects(coreOf(failing, system)).stop();
  t.deepEqual(logged, ['leftovers of crashes could not be removed']);
});
