/** An event that a read model cannot fold: a bug of that fold, and no reader stops the process by meeting it. */
import test, { type ExecutionContext } from 'ava';
import { createLatestPositions } from '../../../../src/application/log/latest-positions.ts';
import { createStreamReader } from '../../../../src/application/log/stream-reader.ts';
import {
  createParsedDocuments,
  createStreamDocuments,
  type ReadSide,
} from '../../../../src/application/reading/read-side.ts';
import { readDocument } from '../../../../src/application/reading/read-document.ts';
import { readPage } from '../../../../src/application/reading/read-page.ts';
import { codeOfError } from '../../../../src/http/middleware/answer-errors.ts';
import { BrokenInvariant } from '../../../../src/kernel/faults.ts';
import type { Projection } from '../../../../src/kernel/projection.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { ballPut } from '../../../support/log/box-aggregate.ts';
import { boxes } from '../../../support/read-models/box-projections.ts';
import { createProjectionWorld } from '../../../support/read-models/projection-world.ts';

const put = (ball: string) => ballPut({ ball, held: 1, note: '' });

/** Asserts that no ball is a bomb, as folds assert what their events promise. */
const wary: Projection = {
  ...boxes,
  name: 'wary',
  evolve: (document, event, id) => {
    if ((event.data as { readonly ball: string }).ball === 'bomb') throw new BrokenInvariant('no bomb');
    return boxes.evolve(document, event, id);
  },
};

/** A read model that stopped before the last event of `box-2`; `box-1` was moved after that. */
const givenStopped = async (t: ExecutionContext) => {
  const world = createProjectionWorld(t);
  const runner = await world.run([wary]);
  await world.append('box-1', put('a'));
  await world.append('box-2', put('bomb'));
  const position = await world.append('box-1', put('b'));
  await eventually('broken', () => runner.broken().has('wary'));
  const { feed, documents, codec } = world;
  const turns = { due: () => undefined };
  const stored = await world.events();
  const eventStore = {
    readStream: async function* (stream: string) {
      yield* stored.filter((one) => one.stream === stream);
    },
  };
  const streams = createStreamDocuments(createStreamReader({ eventStore, codec, turns }));
  const parsed = createParsedDocuments(documents);
  const told = createLatestPositions();
  const reading = { readModels: runner.readModels, feed, documents, codec, turns, parsed, streams, told };
  const side = reading as unknown as ReadSide;
  const read = async (id: string) =>
    readDocument(side, wary, { owner: 'ws_1', position, id }, async () => streams.get(wary, `box-${id}`, id));
  return { side, read, position };
};

const MESSAGE =
  /^the read model wary cannot fold BallPut at .* \(box-2, revision 0\): BrokenInvariant: no bomb; infra.*/;

test('a document that the event does not touch is read as ever', async (t) => {
  const { read } = await givenStopped(t);
  const found = await read('1');
  t.like(found, { document: { body: { balls: ['a', 'b'] } } });
});

test('a document that the event touches, and a list, are refused for now, and the process goes on', async (t) => {
  const { side, read, position } = await givenStopped(t);
  const list = async () =>
    readPage(side, {
      projection: wary,
      owner: 'ws_1',
      position,
      index: 'byName',
      descending: false,
      keyOf: () => '',
      after: null,
      keep: () => true,
      limit: 1,
    });
  for (const meet of [async () => read('2'), list]) {
    const error = await t.throwsAsync(meet, { name: 'Unfoldable', message: MESSAGE });
    t.false(error instanceof BrokenInvariant);
    t.is(codeOfError(error), 'service_unavailable');
  }
});
