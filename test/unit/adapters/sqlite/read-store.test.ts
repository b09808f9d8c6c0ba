/** The embedded document store, where contract checks cannot reach: how much it does in one turn. */
import test from 'ava';
import { openReadStore } from '../../../../src/adapters/sqlite/read-store.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { realTimers } from './open.ts';

test('many documents are encoded in slices', async (t) => {
  let turns = 0;
  const nextTurn = async (): Promise<void> => {
    turns += 1;
    return realTimers.nextTurn();
  };
  const documents = openReadStore(':memory:', { timers: { ...realTimers, nextTurn } });
  await documents.declare({ name: 'note', indexes: {} });
  const write = async (count: number, chars: number): Promise<number> => {
    turns = 0;
    const body = { text: 'x'.repeat(chars) };
    await documents.write(
      Array.from({ length: count }, (_, n) => ({
        collection: 'note',
        id: `${n}`,
        owner: 'o',
        position: '0000-000000000001',
        body,
      })),
    );
    return turns;
  };
  const alone = await write(1, 10);
  const slices = 8;
  t.is((await write(slices * 4, limits.documentSliceChars / 4)) - alone, slices);
  await documents.close();
});
