/** Which members of a group are alive, as their beats show it. */
import test from 'ava';
import { createMemberStore } from '../../../src/adapters/sqlite/members.ts';
import { openReadDatabase } from '../../../src/adapters/sqlite/read-database.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { createMembership, type Membership } from '../../../src/messaging/membership.ts';

const { memberBeatMs, memberSilenceMaxMs } = limits;

const setUp = () => {
  const database = openReadDatabase(':memory:', createTimers());
  const store = createMemberStore(database);
  let now = 0;
  const clock = { monotonic: () => now };
  return {
    member: (member: string, group = 'group'): Membership => createMembership({ store, clock, group, member }),
    pass: (ms: number) => {
      now += ms;
    },
    rows: () => database.database.prepare('SELECT member FROM members').all().length,
  };
};

const sorted = (members: readonly string[] | undefined) => members?.toSorted();

test('a member that is alone knows it at once; one that comes later looks for two beats', async (t) => {
  const { member, pass } = setUp();
  const [one, two] = [member('one'), member('two')];
  t.deepEqual(await one.beat(), ['one']);
  t.is(await two.beat(), undefined);
  t.deepEqual(await one.beat(), ['one', 'two'], 'a member that appears while others look is alive');
  pass(memberBeatMs);
  t.is(await two.beat(), undefined);
  pass(memberBeatMs);
  await one.beat();
  t.deepEqual(sorted(await two.beat()), ['one', 'two']);
});

test('groups know nothing of each other', async (t) => {
  const { member } = setUp();
  await member('one').beat();
  t.deepEqual(await member('two', 'other').beat(), ['two']);
});

test('a member that leaves is gone at once, a silent one after a while, until its next beat', async (t) => {
  const { member, pass } = setUp();
  const [one, two, three] = [member('one'), member('two'), member('three')];
  const beat = async (...members: readonly Membership[]) => {
    pass(memberBeatMs);
    for (const other of members) await other.beat();
    return sorted(await one.beat());
  };
  await one.beat();
  t.deepEqual(await beat(two, three), ['one', 'three', 'two']);
  await three.leave();
  await three.leave();
  t.deepEqual(await beat(two), ['one', 'two']);
  for (let silent = memberBeatMs; silent < memberSilenceMaxMs; silent += memberBeatMs) {
    t.deepEqual(await beat(), ['one', 'two'], `${silent} ms`);
  }
  t.deepEqual(await beat(), ['one']);
  t.deepEqual(await beat(two), ['one', 'two']);
});

test('a row that a crashed process left is no member, and is removed', async (t) => {
  const { member, pass, rows } = setUp();
  for (const crashed of ['a', 'b', 'c']) await member(crashed).beat();
  const next = member('next');
  t.is(await next.beat(), undefined);
  pass(memberBeatMs);
  t.is(await next.beat(), undefined);
  pass(memberBeatMs);
  t.deepEqual(await next.beat(), ['next']);
  t.is(rows(), 4);
  for (let passed = 2 * memberBeatMs; passed < memberSilenceMaxMs; passed += memberBeatMs) {
    pass(memberBeatMs);
    await next.beat();
  }
  t.is(rows(), 1);
  await next.leave();
  t.deepEqual(await member('later').beat(), ['later']);
});

test('a pause of one member makes no other dead: time counts while it looks', async (t) => {
  const { member, pass } = setUp();
  const [one, two] = [member('one'), member('two')];
  await one.beat();
  await two.beat();
  await one.beat();
  pass(10 * memberSilenceMaxMs);
  t.deepEqual(sorted(await one.beat()), ['one', 'two']);
});

test('a member that beats between a look and a burial is not buried', async (t) => {
  const { member, pass, rows } = setUp();
  const [one, slow] = [member('one'), member('slow')];
  await one.beat();
  await slow.beat();
  for (let passed = 0; passed < memberSilenceMaxMs; passed += memberBeatMs) {
    await one.beat();
    pass(memberBeatMs);
  }
  const [alive] = await Promise.all([one.beat(), slow.beat()]);
  t.deepEqual(alive, ['one']);
  t.is(rows(), 2);
});
