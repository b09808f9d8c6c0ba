/** Of several processes one writes a read model; the others know how far it is. */
import test from 'ava';
import { watchReadModels } from '../../../../src/application/read-models/freshness/watch-read-models.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Position } from '../../../../src/kernel/position.ts';
import type { DocumentStore } from '../../../../src/ports/document-store.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';
import { balls, boxes } from '../../../support/read-models/box-projections.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { createProjectionWorld, isFolded, PATIENCE_MS, put } from '../../../support/read-models/projection-world.ts';
import { createShardWorld } from '../../../support/read-models/shard-world.ts';

const AFTER_ALL: Position = '~';

test('of two processes one writes; the other shows how far it is, and takes over when it is gone', async (t) => {
  const world = createProjectionWorld(t);
  const written: string[] = [];
  const by = (name: string): DocumentStore => ({
    ...world.documents,
    write: async (changes, ...checkpoints) => {
      await world.documents.write(changes, ...checkpoints);
      if (changes.length > 0) written.push(name);
    },
  });
  const { clock, timers, advance } = createFakeClock();
  const first = await world.run([boxes, balls], { documents: by('first'), clock, timers });
  t.true(await first.readModels.waitFor(await world.append('box-1', put('a')), PATIENCE_MS).then((is) => is));
  const second = await world.run([boxes, balls], { documents: by('second') });
  const position = await world.append('box-1', put('b'));
  t.true(await second.readModels.waitFor(position, PATIENCE_MS));
  // The first one finds out at its next write, and watches from then on.
  await eventually('shown', async () => {
    await advance(limits.readModelPollMs);
    return first.readModels.position() >= position;
  });
  await isFolded(t, world, boxes, balls);
  await second.close();
  written.length = 0;
  const last = await world.append('box-1', put('c'));
  await advance(limits.projectionTakeoverMs - 2 * limits.readModelPollMs);
  t.deepEqual(written, [], 'not before its time');
  await eventually('taken over', async () => {
    await advance(limits.readModelPollMs);
    return first.readModels.position() >= last;
  });
  t.deepEqual(new Set(written), new Set(['first']));
  await isFolded(t, world, boxes, balls);
  await Promise.all([first.close(), advance(60_000)]);
});

test('a reader that asks is not kept until the next look of a process at rest', async (t) => {
  const world = createProjectionWorld(t);
  const { timers, advance } = createFakeClock();
  const watch = await watchReadModels({ documents: world.documents, timers, logger: silentLogger }, [boxes, balls]);
  const runner = await world.run([boxes, balls]);
  const position = await world.append('box-1', put('a'));
  t.true(await runner.readModels.waitFor(position, PATIENCE_MS));
  await runner.close();
  t.true(watch.readModels.position() < position, 'the process was at rest');
  await advance(limits.readModelPollMs);
  t.true(watch.readModels.position() >= position);
  await advance(limits.readModelDirectoryPollMs);

  const later = await world.append('box-1', put('b'));
  const writer = await world.run([boxes, balls]);
  t.true(await writer.readModels.waitFor(later, PATIENCE_MS));
  await writer.close();
  const reached = watch.readModels.waitFor(later, PATIENCE_MS);
  await advance(limits.readModelPollMs);
  t.true(await reached);
  await watch.close();
});

test('a process that only reads asks a store that is away less and less often, and says so as often', async (t) => {
  const world = createProjectionWorld(t);
  const { timers, advance } = createFakeClock();
  let isAway = false;
  let lines = 0;
  const documents: DocumentStore = {
    ...world.documents,
    checkpoints: async (names) => {
      if (isAway) throw new Fault('unavailable', 'nobody answers');
      return world.documents.checkpoints(names);
    },
  };
  const logger = { ...silentLogger, warn: () => void (lines += 1) };
  const watch = await watchReadModels({ documents, timers, logger }, [boxes, balls]);
  isAway = true;
  await advance(60_000);
  t.true(lines > 0);
  t.true(lines <= 2 * (limits.projectionBackoffMs.length + 60_000 / (limits.projectionBackoffMs.at(-1) ?? 1)));
  isAway = false;
  const runner = await world.run([boxes, balls]);
  const position = await world.append('box-1', put('a'));
  t.true(await runner.readModels.waitFor(position, PATIENCE_MS));
  await eventually('it is shown again', async () => {
    await advance(limits.projectionBackoffMs.at(-1) ?? 0);
    return watch.readModels.position() >= position;
  });
  await watch.close();
});

test('of all read models that others hold, a process asks the store in one question', async (t) => {
  const world = createShardWorld(t);
  const asked = { checkpoints: 0, places: 0 };
  const counted = (documents: DocumentStore): DocumentStore => ({
    ...documents,
    checkpoints: async (names) => {
      asked.checkpoints += 1;
      return documents.checkpoints(names);
    },
    getMany: async <D>(collection: string, ids: readonly string[]) => {
      if (collection === 'read-models@1') asked.places += 1;
      return documents.getMany<D>(collection, ids);
    },
  });
  await world.join('one');
  const two = await world.join('two', {}, counted);
  await world.until('both have a share', () => two.runner.holds('owned').size === 2);
  Object.assign(asked, { checkpoints: 0, places: 0 });
  await world.time.advance(limits.readModelDirectoryPollMs);
  t.true(asked.checkpoints >= 1 && asked.checkpoints <= 2, `${asked.checkpoints} questions while no reader waits`);
  t.true(asked.places <= 2, `${asked.places} looks at where they are`);

  const { readModels } = two.runner;
  const waiting = readModels.waitFor(AFTER_ALL, limits.readModelDirectoryPollMs);
  await world.time.advance(0);
  Object.assign(asked, { checkpoints: 0 });
  await world.time.advance(limits.readModelDirectoryPollMs);
  const looks = limits.readModelDirectoryPollMs / limits.readModelPollMs;
  t.true(asked.checkpoints > looks / 2 && asked.checkpoints <= looks + 1, `${asked.checkpoints} while one waits`);
  t.false(await waiting);
});
