/** Where all read models are, in one call. */
import test from 'ava';
import { createReadModelDirectory } from '../../../../src/application/read-models/freshness/read-model-directory.ts';
import type { DocumentStore } from '../../../../src/ports/document-store.ts';
import { balls, boxes } from '../../../support/read-models/box-projections.ts';
import { createProjectionWorld } from '../../../support/read-models/projection-world.ts';

test('all are found in one call, in their order, and as one by one', async (t) => {
  const world = createProjectionWorld(t);
  const calls: (readonly string[])[] = [];
  const getMany: DocumentStore['getMany'] = async (collection, ids) => {
    calls.push(ids);
    return world.documents.getMany(collection, ids);
  };
  const directory = createReadModelDirectory({ ...world.documents, getMany });
  await directory.declare();
  const before = await directory.find(balls);
  const moved = await directory.change(balls, before, { ...before, current: 'balls@1b' });
  const [first, second] = await directory.findAll([boxes, balls]);
  t.deepEqual(calls, [['boxes@1', 'balls@1']]);
  t.deepEqual([first, second], [await directory.find(boxes), moved]);
  t.is(second?.current, 'balls@1b');
});

test('those that no process has begun are cut, the others stay as they are', async (t) => {
  const world = createProjectionWorld(t);
  const directory = createReadModelDirectory(world.documents);
  await directory.declare();
  const before = await directory.find(balls);
  await directory.change(balls, before, { ...before, current: 'balls@1b' });
  const [first, second] = await directory.beginAll([boxes, balls], 4);
  t.deepEqual(first?.shards, { 'boxes@1': 4 });
  t.like(second, { current: 'balls@1b', shards: {} });
});
