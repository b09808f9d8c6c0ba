/** The rebuild as a tool: beside a service that goes on serving, and where none runs. */
import test from 'ava';
import { openReadStore } from '../../../src/adapters/sqlite/read-store.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { dropRetired, rebuildReadModels } from '../../../src/application/read-models/rebuild-projection.ts';
import { createReadModelDirectory } from '../../../src/application/read-models/freshness/read-model-directory.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import { collectionNamed } from '../../support/read-models/collection-named.ts';
import { auditFolder } from '../../support/audit/audit-folder.ts';
import { boxes } from '../../support/read-models/box-projections.ts';
import { eventually } from '../../support/kernel/eventually.ts';
import { createHastyTimers } from '../../support/kernel/hasty-timers.ts';
import { liveIn } from '../../support/audit/lived-folder.ts';
import { sharedLivedFolder } from '../../support/audit/shared-lived-folder.ts';
import { createProjectionWorld, put, storedIn } from '../../support/read-models/projection-world.ts';
import { runTool, runToolFor } from '../../support/process/run-tool.ts';
import { changeDocument, copyOf, idsIn, tamperWith } from '../../support/audit/tamper.ts';
import { projections } from '../../../projections/registry.ts';

const folder = sharedLivedFolder(test);

const damage = (dataDir: string, readModel: string): void =>
  tamperWith(dataDir, 'read', (database) => {
    for (const id of idsIn(database, collectionNamed(readModel))) {
      changeDocument(database, collectionNamed(readModel), id, (body) => ({ ...body, status: 'lost' }));
    }
  });

test('beside a running service a read model is mended while it serves', async (t) => {
  const copy = copyOf(t, folder);
  const service = await liveIn(copy);
  damage(copy, 'job');
  t.false((await auditFolder(copy, { full: true })).ok);
  const running = runTool('rebuild', copy, 'job', '--json');
  await service.live('carol');
  const run = await running;
  t.is(run.status, 0, run.stderr);
  const { ok, rebuilt } = JSON.parse(run.stdout) as { ok: boolean; rebuilt: readonly { readModel: string }[] };
  t.deepEqual([ok, rebuilt.map(({ readModel }) => readModel)], [true, ['job']]);
  await eventually('taken up', () => service.core.readModels.collection('job') !== collectionNamed('job'));
  await service.settle();
  const { findings } = await auditFolder(copy, { full: true });
  t.deepEqual(findings, []);
  await eventually('the old one is gone', () => !collections(copy).includes(`documents:${collectionNamed('job')}`));
  await service.stop();
});

const collections = (dataDir: string): readonly string[] =>
  tamperWith(dataDir, 'read', (database) =>
    database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => String(name)),
  );

test('all of them, where no service runs: the new ones are in place and the old ones gone', async (t) => {
  const copy = copyOf(t, folder);
  for (const readModel of ['job', 'plan', 'open-work']) damage(copy, readModel);
  const run = await runTool('rebuild', copy, 'all');
  t.is(run.status, 0, run.stderr);
  t.is(run.stdout.trimEnd().split('\n').length, projections.length);
  t.regex(run.stderr, /in place/);
  t.true((await auditFolder(copy, { full: true })).ok);
  for (const { name } of projections) t.false(collections(copy).includes(`documents:${collectionNamed(name)}`), name);
});

test('a name that is none is refused with those that there are', async (t) => {
  const runs = await runToolFor('rebuild', [[folder], [folder, 'nothing'], [folder, 'job', 'plan']]);
  t.is(runs.length, 3);
  for (const { status, stderr } of runs) {
    t.is(status, 2);
    t.regex(stderr, /asset-library, credit-summary, delivery-list, job/);
  }
});

test('a retired collection is dropped once, by any process', async (t) => {
  const world = createProjectionWorld(t);
  await world.append('box-1', put('a'));
  const { documents, feed, codec } = world;
  await documents.declare({ name: 'boxes@1', indexes: boxes.indexes });
  const [rebuilt] = await rebuildReadModels({ feed, documents, codec }, [boxes]);
  const deps = { documents, timers: createHastyTimers() };
  t.deepEqual(await dropRetired(deps, [boxes]), ['boxes@1']);
  t.deepEqual(await dropRetired(deps, [boxes]), []);
  const { current, retired } = await createReadModelDirectory(documents).find(boxes);
  t.deepEqual([current, retired], [rebuilt?.collection ?? '', []]);
  t.is((await storedIn(documents, current)).length, 1);
});

test('a store that is away when the new collections are in place keeps the old ones for their writer', async (t) => {
  const world = createProjectionWorld(t);
  await world.append('box-1', put('a'));
  const { documents, feed, codec } = world;
  await documents.declare({ name: 'boxes@1', indexes: boxes.indexes });
  await rebuildReadModels({ feed, documents, codec }, [boxes]);
  const away = { ...documents, drop: async () => Promise.reject(new Fault('unavailable', 'no primary')) };
  t.deepEqual(await dropRetired({ documents: away, timers: createHastyTimers() }, [boxes]), []);
  t.deepEqual((await createReadModelDirectory(documents).find(boxes)).retired, ['boxes@1']);
});

test('a store without read models has nothing to drop', async (t) => {
  const documents = openReadStore(':memory:', { timers: createTimers() });
  t.deepEqual(await dropRetired({ documents, timers: createHastyTimers() }, projections), []);
  await documents.close();
});
