/** Who consumes for the same group, as a table of beats shows it. */
import test from 'ava';
import { createMembers } from '../../../../src/adapters/sqlite/members.ts';
import { openReadDatabase } from '../../../../src/adapters/sqlite/read-database.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { createClock } from '../../../../src/adapters/system/clock.ts';
import { limits } from '../../../../src/kernel/limits.ts';

const { memberBeatMs, memberSilenceMaxMs } = limits;

const setUp = () => {
  const database = openReadDatabase(':memory:', createTimers());
  let now = 0;
  const clock = { ...createClock(), monotonic: () => now };
  return {
    member: (name: string) => createMembers(database, clock, name),
    pass: (ms: number) => {
      now += ms;
    },
    rows: () => database.database.prepare('SELECT member FROM members ORDER BY member').all().length,
  };
};

test('who is alone knows it at once; who comes later looks for two beats', async (t) => {
  const { member, pass } = setUp();
  const [one, two] = [member('one'), member('two')];
  t.deepEqual(await one.beat('group'), ['one']);
  t.is(await two.beat('group'), undefined);
  pass(memberBeatMs);
  t.deepEqual(await one.beat('group'), ['one', 'two']);
  t.is(await two.beat('group'), undefined);
  pass(memberBeatMs);
  await one.beat('group');
  t.deepEqual((await two.beat('group'))?.toSorted(), ['one', 'two']);
});

test('rows that crashed processes left are removed, and the next start is alone again', async (t) => {
  const { member, pass, rows } = setUp();
  for (const crashed of ['a', 'b', 'c']) await member(crashed).beat('group');
  const one = member('one');
  for (let passed = 0; passed <= memberSilenceMaxMs; passed += memberBeatMs) {
    await one.beat('group');
    pass(memberBeatMs);
  }
  t.deepEqual(await one.beat('group'), ['one']);
  t.is(rows(), 1);
  await one.leave('group');
  t.deepEqual(await member('two').beat('group'), ['two']);
});

test('who was only held up is back with its next beat', async (t) => {
  const { member, pass } = setUp();
  const [one, slow] = [member('one'), member('slow')];
  await one.beat('group');
  await slow.beat('group');
  for (let passed = 0; passed <= memberSilenceMaxMs; passed += memberBeatMs) {
    await one.beat('group');
    pass(memberBeatMs);
  }
  t.deepEqual(await one.beat('group'), ['one']);
  await slow.beat('group');
  t.deepEqual(await one.beat('group'), ['one', 'slow']);
});
