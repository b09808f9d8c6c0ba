/** The work of the event loop for documents of MongoDB: it has turns, as that of the embedded store has. */
import test from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import type { Turns } from '../../../src/ports/basics.ts';
import { openMongo, tempDatabase } from '../../contract/mongo/subject.ts';
import { createWorkedLoop, type WorkedLoop } from '../../support/kernel/worked-loop.ts';
import { requireServer } from '../../support/servers/require.ts';

const url = requireServer(test, 'mongodb');
const collection = 'note@1';
const DOCUMENTS = 150;
/** The cost of one document, and a time that no other step of these works reaches. */
const STEP_MS = 0.1;
const ALL_MS = DOCUMENTS * STEP_MS;

const WORKS = ['write', 'query', 'getMany'] as const;
type Longest = Record<(typeof WORKS)[number], number>;

if (url !== undefined) {
  /** The longest turn of each work on all documents. */
  const longestOf = async (server: string, database: string, loop: WorkedLoop, { due }: Turns): Promise<Longest> => {
    const turns = { due: () => (loop.work(STEP_MS), due()) };
    const documents = openMongo(server, database, { turns });
    await documents.declare({ name: collection, indexes: { byN: ['n'] } });
    const writes = Array.from({ length: DOCUMENTS }, (_, n) => ({
      collection,
      id: `${n}`,
      owner: 'o',
      position: '1',
      body: { n },
    }));
    const seen = async (work: Promise<unknown>): Promise<number> => {
      await work;
      return loop.seen().longestMs;
    };
    const longest = {
      write: await seen(documents.write(writes)),
      query: await seen(documents.query({ collection, owner: 'o', index: 'byN', limit: DOCUMENTS })),
      getMany: await seen(
        documents.getMany(
          collection,
          writes.map(({ id }) => id),
        ),
      ),
    };
    await documents.close();
    return longest;
  };

  test('documents of MongoDB are encoded and parsed in turns that they share', async (t) => {
    const loop = createWorkedLoop();
    const longest = await longestOf(url, tempDatabase(t, url), loop, loop.turns);
    for (const work of WORKS)
      t.true(longest[work] > 0 && longest[work] < 2 * limits.sliceMs, `${work}: ${longest[work]} ms`);
  });

  test('sabotage: without a share of turns each work on documents of MongoDB is one turn', async (t) => {
    const longest = await longestOf(url, tempDatabase(t, url), createWorkedLoop(), { due: () => undefined });
    for (const work of WORKS) t.true(longest[work] > ALL_MS - 1, `${work}: ${longest[work]} ms`);
  });
}
