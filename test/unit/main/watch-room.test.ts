/** A full disk of the log is known from the last append, and forgotten once there is room. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { Fault } from '../../../src/kernel/faults.ts';
import { STORAGE_FULL } from '../../../src/kernel/storage-full.ts';
import { watchRoom } from '../../../src/main/watch-room.ts';
import type { EventStore } from '../../../src/ports/event-store.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

const given = (dataDir: string) => {
  const world: { fault: Fault | undefined; appends: number } = { fault: undefined, appends: 0 };
  const store = {
    append: async () => {
      await Promise.resolve();
      world.appends += 1;
      if (world.fault !== undefined) throw world.fault;
      return { revision: 0, position: '0000-000000000001' };
    },
  } as unknown as EventStore; // The only member that is watched.
  const watch = watchRoom(store, dataDir);
  return { world, watch, append: async () => watch.store.append('box-1', 'none', []) };
};

const full = new Fault('unavailable', 'the disk is full', { detail: STORAGE_FULL });

test('it is full from the first append that says so, until an append goes through', async (t) => {
  // Nothing can be written into a folder that is gone: the look finds no room.
  const dataDir = tempFolder(t);
  const { world, watch, append } = given(join(dataDir, 'gone'));
  t.is(await watch.trouble(), null);
  world.fault = new Fault('unavailable', 'locked');
  await t.throwsAsync(append());
  t.is(await watch.trouble(), null, 'another trouble');
  world.fault = full;
  await t.throwsAsync(append(), { is: full });
  t.is(await watch.trouble(), 'the disk is full');
  world.fault = undefined;
  await append();
  t.is(await watch.trouble(), null);
});

test('while it is full a look finds the room that came, leaves nothing, and appends nothing', async (t) => {
  const dataDir = tempFolder(t);
  const { world, watch, append } = given(dataDir);
  world.fault = full;
  await t.throwsAsync(append());
  t.deepEqual(await Promise.all([watch.trouble(), watch.trouble()]), [null, null]);
  t.deepEqual(readdirSync(dataDir), []);
  t.is(world.appends, 1);
});
