/** Names beside the log: noted, shown, erased, and never in the way of a request. */
import test, { type ExecutionContext } from 'ava';
import { openReadStore } from '../../../../src/adapters/sqlite/read-store.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { createNameBook } from '../../../../src/application/people/name-book.ts';
import { createPeople, type PeopleDeps } from '../../../../src/application/people/people.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';

const setting = (t: ExecutionContext) => {
  const documents = openReadStore(':memory:', { timers: createTimers() });
  t.teardown(async () => documents.close());
  const time = createFakeClock();
  const start = (change: Partial<PeopleDeps['documents']> = {}) =>
    createPeople({ documents: { ...documents, ...change }, clock: time.clock, logger: silentLogger });
  const book = createNameBook(documents);
  const kept = async (userKey: string) => (await book.read([userKey])).get(userKey)?.body.name;
  return { documents, time, start, book, kept };
};

const KNOWN = new Map([['ann', 'Ann Smith']]);

test('a name that is noted is known at once here, and elsewhere when it is kept', async (t) => {
  const { start, kept } = setting(t);
  const [here, there] = [start(), start()];
  here.note('ann', 'Ann Smith', 'ws_1');
  t.deepEqual(await here.namesOf(['ann', 'bob', 'ann']), KNOWN);
  await eventually('the name is kept', async () => (await kept('ann')) === 'Ann Smith');
  t.deepEqual(await there.namesOf(['ann', 'bob']), KNOWN);
});

test('a change elsewhere shows after a while, and an erased name is gone', async (t) => {
  const { start, book, kept, time } = setting(t);
  const [here, there] = [start(), start()];
  here.note('ann', 'Ann Smith', 'ws_1');
  await eventually('the name is kept', async () => (await kept('ann')) === 'Ann Smith');
  t.deepEqual(await there.namesOf(['ann']), KNOWN);
  await book.write('ann', 'Ann Jones');
  t.deepEqual(await there.namesOf(['ann']), KNOWN, 'a moment old');
  await time.advance(limits.nameAgeMaxMs);
  t.deepEqual(await there.namesOf(['ann']), new Map([['ann', 'Ann Jones']]));
  await book.write('ann', null);
  t.is(await kept('ann'), null, 'nothing of it stays');
  await time.advance(limits.nameAgeMaxMs);
  t.deepEqual([...(await there.namesOf(['ann'])), ...(await here.namesOf(['ann']))], []);
  here.note('ann', 'Ann Smith', 'ws_1');
  t.is(await kept('ann'), null, 'who has been noted is not noted again');
  start().note('ann', 'Ann Smith', 'ws_1');
  await eventually('it is kept anew', async () => (await kept('ann')) === 'Ann Smith');
});

test('a token without a name leaves the one that is known', async (t) => {
  const { start } = setting(t);
  const people = start();
  people.note('ann', 'Ann Smith', 'ws_1');
  people.note('ann', null, 'ws_1');
  t.deepEqual(await people.namesOf(['ann']), KNOWN);
});

test('the same name again is no write', async (t) => {
  const { start, documents, kept } = setting(t);
  let writes = 0;
  const counted: PeopleDeps['documents']['write'] = async (...asked) => {
    writes += 1;
    return documents.write(...asked);
  };
  const first = start({ write: counted });
  first.note('ann', 'Ann Smith', 'ws_1');
  await eventually('the name is kept', async () => (await kept('ann')) === 'Ann Smith');
  first.note('ann', 'Ann Smith', 'ws_1');
  const second = start({ write: counted });
  second.note('ann', 'Ann Smith', 'ws_1');
  second.note('bob', 'Bob', 'ws_1');
  await eventually('the other name is kept', async () => (await kept('bob')) === 'Bob');
  t.is(writes, 4, 'two names, and two marks that their bearers are in the workspace');
});

test('a workspace learns the name of a person that has changed something there, and of no other', async (t) => {
  const { start, kept } = setting(t);
  const [here, there] = [start(), start()];
  here.note('ann', 'Ann Smith', 'ws_1');
  await eventually('the name is kept', async () => (await kept('ann')) === 'Ann Smith');
  for (const people of [here, there]) {
    t.deepEqual(await people.namesIn('ws_1', ['ann', 'bob']), KNOWN);
    t.deepEqual(await people.namesIn('ws_2', ['ann', 'bob']), new Map());
  }
  here.note('ann', 'Ann Smith', 'ws_2');
  t.deepEqual(await here.namesIn('ws_2', ['ann']), KNOWN);
  await eventually('the other process knows', async () => (await there.namesIn('ws_2', ['ann'])).size === 1);
});

test('a store that is away delays nothing: no name is shown, and it is kept next time', async (t) => {
  const { start, documents, kept } = setting(t);
  let away = true;
  const reachable = (): void => {
    if (away) throw new Fault('unavailable', 'away');
  };
  const people = start({
    getMany: async <D>(collection: string, ids: readonly string[]) => {
      reachable();
      return documents.getMany<D>(collection, ids);
    },
    write: async (...asked) => {
      reachable();
      return documents.write(...asked);
    },
  });
  t.deepEqual(await people.namesOf(['ann']), new Map());
  t.deepEqual(await people.namesIn('ws_1', ['ann']), new Map());
  people.note('ann', 'Ann Smith', 'ws_1');
  t.deepEqual(await people.namesOf(['ann']), KNOWN, 'this process knows');
  t.is(await kept('ann'), undefined);
  away = false;
  await eventually('it is tried again', async () => {
    people.note('ann', 'Ann Smith', 'ws_1');
    return (await kept('ann')) === 'Ann Smith';
  });
});
