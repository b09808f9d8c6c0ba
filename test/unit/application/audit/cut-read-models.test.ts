/** The audit of read models that are cut into shards: each document as far as its own shard. */
import test from 'ava';
import { openReadStore } from '../../../../src/adapters/sqlite/read-store.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { createFindings, type Finding } from '../../../../src/application/audit/findings.ts';
import { foldAgain } from '../../../../src/application/audit/fold-again.ts';
import { auditWitnesses, placesOf, type ReadModelPlace } from '../../../../src/application/audit/places.ts';
import { refuseIfBehind, witnessesOf } from '../../../../src/application/log/verify-log.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { laterOf, START } from '../../../../src/kernel/position.ts';
import { shardOf } from '../../../../src/kernel/shard.ts';
import { auditFolder } from '../../../support/audit/audit-folder.ts';
import { collectionNamed } from '../../../support/read-models/collection-named.ts';
import { makeLivedFolder } from '../../../support/audit/lived-folder.ts';
import { ofFile } from '../../../support/process/of-file.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';
import { createShardWorld, cut, type ShardWorld } from '../../../support/read-models/shard-world.ts';
import { changeDocument, copyOf, idsIn, tamperWith } from '../../../support/audit/tamper.ts';
import type { Scope } from '../../../support/log/command-world.ts';

const folder = tempFolder(ofFile(test));
test.before(async () => makeLivedFolder(folder, { PROJECTOR_SHARDS: '4' }));

test('a folder in which nothing was damaged has no finding, and its read models are cut', async (t) => {
  const copy = copyOf(t, folder);
  const { findings, totals } = await auditFolder(copy, { full: true });
  t.deepEqual(findings, []);
  t.true((totals?.documents ?? 0) > 0);
  const names = tamperWith(copy, 'read', (database) =>
    database.prepare(`SELECT name FROM checkpoints WHERE name LIKE 'projection:${collectionNamed('job')}%'`).all(),
  );
  t.deepEqual(
    names.map(({ name }) => name),
    [0, 1, 2, 3].map((shard) => `projection:${collectionNamed('job')}#${shard}/4`),
  );
});

for (const readModel of ['job', 'credit-summary', 'ledger-entries', 'plan']) {
  test(`damage: every document of ${readModel} is gone`, async (t) => {
    const copy = copyOf(t, folder);
    tamperWith(copy, 'read', (database) => database.exec(`DELETE FROM "documents:${collectionNamed(readModel)}"`));
    const { findings } = await auditFolder(copy);
    t.true(findings.some((finding) => finding.readModel === readModel && finding.what === 'document_missing'));
  });
}

test('damage: a document of every shard is another one', async (t) => {
  const copy = copyOf(t, folder);
  tamperWith(copy, 'read', (database) => {
    for (const id of idsIn(database, collectionNamed('asset-library'))) {
      changeDocument(database, collectionNamed('asset-library'), id, (body) => ({ ...body, filename: 'other.png' }));
    }
  });
  const { findings } = await auditFolder(copy, { full: true });
  t.true(findings.length > 0 && findings.every(({ what }) => what === 'document_differs'));
});

test('damage: a shard has seen the log further than it goes', async (t) => {
  const copy = copyOf(t, folder);
  tamperWith(copy, 'read', (database) =>
    database.exec(
      `UPDATE checkpoints SET position = 'ffff-9' WHERE name = 'projection:${collectionNamed('plan')}#2/4'`,
    ),
  );
  const { findings } = await auditFolder(copy);
  const [finding] = findings;
  t.is(finding?.what, 'log_behind');
  t.regex(finding?.problem ?? '', /projection:plan@\d#2\/4 has seen it at ffff-9/);
});

/** One of four shards is far behind the others. */
const lagging = async (t: Scope): Promise<ShardWorld> => {
  const world = createShardWorld(t);
  const one = await world.join('one');
  const two = await world.join('two');
  await world.until('shared', () => two.runner.holds('owned').size === 2);
  for (const workspace of ['ws_1', 'ws_2', 'ws_4', 'ws_11']) await world.put(workspace, 'a');
  await world.caughtUp(one);
  two.pause();
  for (const workspace of ['ws_1', 'ws_2', 'ws_4', 'ws_11']) await world.put(workspace, 'b');
  const head = await world.feed.head();
  const { readModels } = one.runner;
  await world.until('the others are there', () =>
    ['owned', 'apart'].every((name) =>
      readModels.positions(name).every((at, shard) => at >= head || two.runner.holds(name).has(shard)),
    ),
  );
  // Checkpoints without documents follow.
  await world.time.advance(limits.checkpointEveryMs);
  return world;
};

const foldedAgain = async (world: ShardWorld, places: readonly ReadModelPlace[]): Promise<readonly Finding[]> => {
  const scratch = openReadStore(':memory:', { timers: createTimers() });
  const findings = createFindings(100);
  await foldAgain({ ...world, scratch }, { places, head: await world.feed.head() }, findings);
  await scratch.close();
  return findings.list();
};

test('a shard that lags is held to its own place only', async (t) => {
  const world = await lagging(t);
  const places = await placesOf(world.documents, cut);
  t.true(places.every(({ positions }) => positions.length === 4 && new Set(positions).size > 1));
  t.deepEqual(await foldedAgain(world, places), []);

  // The sabotage: one place for all shards.
  const furthest = places.map((place) => {
    const last = place.positions.reduce(laterOf, START);
    return { ...place, positions: place.positions.map(() => last), reached: () => last };
  });
  const findings = await foldedAgain(world, furthest);
  t.true(findings.some(({ what }) => what === 'document_differs'));
});

test('a log that ends before what any shard has seen is refused', async (t) => {
  const world = createShardWorld(t);
  const one = await world.join('one');
  await world.put('ws_1', 'a');
  await world.put('ws_2', 'b');
  await world.caughtUp(one);
  await one.runner.close();
  const { documents } = world;
  const head = await world.feed.head();
  const witnesses = await witnessesOf(documents, cut);
  t.is(witnesses.length, 1 + 3 * 4);
  await t.notThrowsAsync(refuseIfBehind({ feed: world.feed, documents }, witnesses));
  const ahead = `projection:apart@1#${shardOf('ws_1', 4)}/4`;
  const { fence = 0 } = (await documents.checkpoint(ahead)) ?? {};
  await documents.write([], { name: ahead, position: `${head}0`, fence });
  const fault = await t.throwsAsync(refuseIfBehind({ feed: world.feed, documents }, witnesses), { code: 'corrupt' });
  t.like(fault, { detail: { reason: 'log_behind', witness: ahead } });
  const findings = createFindings(100);
  auditWitnesses(await placesOf(documents, cut), [], head, findings);
  t.is(findings.count(), 1);
});
