/** The embedded document store, where contract checks cannot reach: how much it does in one turn. */
import test from 'ava';
import { openReadStore } from '../../../../src/adapters/sqlite/read-store.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Turns } from '../../../../src/ports/basics.ts';
import { createWorkedLoop, type WorkedLoop } from '../../../support/kernel/worked-loop.ts';
import { realTimers } from './open.ts';

const READ_MODELS = 11;
const DOCUMENTS = 40;
/** The cost of a look at a body; its encoding takes several. */
const STEP_MS = 0.1;

/** The longest turn while documents of several read models are stored at once. */
const longestWhileStored = async (loop: WorkedLoop, turns: Turns): Promise<number> => {
  const documents = openReadStore(':memory:', { timers: realTimers, turns });
  await documents.declare({ name: 'note', indexes: {} });
  const body = {
    get text() {
      loop.work(STEP_MS);
      return 'x';
    },
  };
  const one = { collection: 'note', owner: 'o', position: '0000-000000000001', body };
  await Promise.all(
    Array.from({ length: READ_MODELS }, async (_, model) =>
      documents.write(Array.from({ length: DOCUMENTS }, (__, n) => ({ ...one, id: `${model}-${n}` }))),
    ),
  );
  await documents.close();
  return loop.seen().longestMs;
};

test('documents that are stored at once are encoded in turns that they share', async (t) => {
  const loop = createWorkedLoop();
  t.true((await longestWhileStored(loop, loop.turns)) < 2 * limits.sliceMs);
});

test('sabotage: without a share of turns they are encoded in one', async (t) => {
  t.true((await longestWhileStored(createWorkedLoop(), { due: () => undefined })) >= READ_MODELS * DOCUMENTS * STEP_MS);
});
