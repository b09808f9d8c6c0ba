/** The embedded document store, where contract checks cannot reach: how much it does in one turn. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import test from 'ava';
import { openReadStore } from '../../../../src/adapters/sqlite/read-store.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Turns } from '../../../../src/ports/basics.ts';
import { filesWith } from '../../../support/audit/find-secret.ts';
import { createWorkedLoop, type WorkedLoop } from '../../../support/kernel/worked-loop.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';
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

/** The turns while a list is read page by page; a look at each document costs a step. */
const seenWhileListed = async (loop: WorkedLoop, { due }: Turns): Promise<ReturnType<WorkedLoop['seen']>> => {
  const turns = { due: () => (loop.work(STEP_MS), due()) };
  const documents = openReadStore(':memory:', { timers: realTimers, turns });
  await documents.declare({ name: 'note', indexes: { byN: ['n'] } });
  const ids = Array.from({ length: READ_MODELS * DOCUMENTS }, (_, n) => n);
  const one = { collection: 'note', owner: 'o', position: '0000-000000000001' };
  await documents.write(ids.map((n) => ({ ...one, id: `${n}`, body: { n } })));
  loop.seen();
  let after: string | null | undefined;
  for (let found = 0; found < ids.length;) {
    const page = { collection: 'note', owner: 'o', index: 'byN', limit: 8, ...(after && { after }) };
    const { documents: some, next } = await documents.query(page);
    found += some.length;
    after = next;
  }
  await documents.close();
  return loop.seen();
};

test('a list whose filter passes over many documents reads them in turns', async (t) => {
  const loop = createWorkedLoop();
  const { turns, longestMs } = await seenWhileListed(loop, loop.turns);
  t.true(turns > 1 && longestMs < 2 * limits.sliceMs, `${turns} turns, the longest of ${longestMs} ms`);
});

test('sabotage: without a share of turns the whole list is read in one', async (t) => {
  const { longestMs } = await seenWhileListed(createWorkedLoop(), { due: () => undefined });
  // Seven pauses in a page of eight.
  t.true(longestMs > (READ_MODELS * DOCUMENTS * STEP_MS * 7) / 8 - 2 * STEP_MS, `${longestMs} ms`);
});

test('nothing of replaced documents is left in the files, however their pages were moved before', async (t) => {
  const folder = tempFolder(t);
  const documents = openReadStore(join(folder, 'read.sqlite'), { timers: realTimers });
  await documents.declare({ name: 'people', indexes: {} });
  const ids = Array.from({ length: 400 }, () => randomBytes(13).toString('hex'));
  const nameOf = (id: string): string => `name of ${id.toUpperCase()}`;
  const write = async (id: string, position: string, body: object): Promise<void> =>
    documents.write([{ collection: 'people', id, owner: id, position, body }]);
  for (const id of ids) await write(id, '1', { name: nameOf(id) });
  const erased = ids.filter((_, index) => index % 10 === 0);
  for (const id of erased) await write(id, '2', { name: null });
  const found = (): readonly string[] => erased.filter((id) => filesWith(folder, nameOf(id)).length > 0);
  t.deepEqual(found(), erased, 'the search finds them until then');
  await documents.forgetReplaced?.();
  t.deepEqual(found(), []);
  await documents.close();
});
