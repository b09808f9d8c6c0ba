/** Projectors see each other by their beats. */
import test from 'ava';
import { openReadStore } from '../../../src/adapters/sqlite/read-store.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { createProjectorMembers } from '../../../src/application/projector-members.ts';
import { limits } from '../../../src/kernel/limits.ts';
import type { DocumentStore } from '../../../src/ports/document-store.ts';

const { memberBeatMs, memberSilenceMaxMs, projectorSeatsMax } = limits;

const setUp = () => {
  const documents = openReadStore(':memory:', { timers: createTimers() });
  let now = 0;
  const clock = { monotonic: () => now };
  return {
    documents,
    pass: (ms: number) => {
      now += ms;
    },
    member: (member: string, store: DocumentStore = documents) =>
      createProjectorMembers({ documents: store, clock, member }),
    seats: async () => {
      const seats: (string | null)[] = [];
      for await (const { body } of documents.scan<{ member: string | null }>('projectors@1')) seats.push(body.member);
      return seats;
    },
  };
};

type Members = ReturnType<ReturnType<typeof setUp>['member']>;

const sorted = (members: readonly string[] | undefined) => members?.toSorted();

test('who is alone knows it at once; who comes later looks before it says anything', async (t) => {
  const { documents, member, pass } = setUp();
  const [one, two] = [member('one'), member('two')];
  t.deepEqual(await one.beat(), ['one']);
  t.is(await two.beat(), undefined);
  t.deepEqual(sorted(await one.beat()), ['one', 'two'], 'a seat that is taken while one looks is a living one');
  pass(memberBeatMs);
  t.is(await two.beat(), undefined);
  pass(memberBeatMs);
  t.deepEqual(sorted(await two.beat()), ['one', 'two']);
  await documents.close();
});

test('who leaves is gone at once, who falls silent after a while, and comes back with its next beat', async (t) => {
  const { documents, member, pass, seats } = setUp();
  const [one, two, three] = [member('one'), member('two'), member('three')];
  const beat = async (...members: readonly Members[]) => {
    pass(memberBeatMs);
    for (const other of members) await other.beat();
    return sorted(await one.beat());
  };
  await one.beat();
  t.deepEqual(await beat(two, three), ['one', 'three', 'two']);
  await three.leave();
  t.deepEqual(await beat(two), ['one', 'two']);
  for (let silent = memberBeatMs; silent < memberSilenceMaxMs; silent += memberBeatMs) {
    t.deepEqual(await beat(), ['one', 'two'], `${silent} ms`);
  }
  t.deepEqual(await beat(), ['one']);
  t.deepEqual(await beat(two), ['one', 'two']);
  t.deepEqual(sorted((await seats()).filter((name) => name !== null)), ['one', 'two']);
  await one.leave();
  await one.leave();
  await documents.close();
});

test('a row that a crash left is no member', async (t) => {
  const { documents, member, pass } = setUp();
  await member('crashed').beat();
  const next = member('next');
  t.is(await next.beat(), undefined);
  pass(memberBeatMs);
  t.is(await next.beat(), undefined);
  pass(memberBeatMs);
  t.deepEqual(await next.beat(), ['next']);
  await documents.close();
});

test('an outage of the store makes nobody dead: time counts while one looks', async (t) => {
  const { documents, member, pass } = setUp();
  const [one, two] = [member('one'), member('two')];
  await one.beat();
  await two.beat();
  await one.beat();
  pass(10 * memberSilenceMaxMs);
  t.deepEqual(sorted(await one.beat()), ['one', 'two']);
  await documents.close();
});

test('seats have a bound: those of the dead are taken again, and who finds none holds nothing', async (t) => {
  const { documents, member, pass, seats } = setUp();
  for (let i = 0; i < projectorSeatsMax; i += 1) await member(`crashed-${i}`).beat();
  t.is(new Set(await seats()).size, projectorSeatsMax, 'no two of them on one');
  const late = member('late');
  for (let passed = 0; passed < memberSilenceMaxMs; passed += memberBeatMs) {
    t.is(await late.beat(), undefined);
    pass(memberBeatMs);
  }
  t.deepEqual(await late.beat(), ['late']);
  t.is((await seats()).length, projectorSeatsMax);
  await documents.close();
});

test('of two that take one seat at once one has it, and the other finds another', async (t) => {
  const { documents, member, seats } = setUp();
  // Both look before either of them writes.
  const waiting: (() => void)[] = [];
  const together: DocumentStore = {
    ...documents,
    write: async (...asked) => {
      if (waiting.length < 2) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length === 2) for (const go of waiting) go();
        });
      }
      await documents.write(...asked);
    },
  };
  // Names whose search begins at the same seat.
  await documents.declare({ name: 'projectors@1', indexes: {} });
  await Promise.all([member('host:0', together).beat(), member('host:9', together).beat()]);
  t.deepEqual(new Set(await seats()), new Set(['host:0', 'host:9']));
  await documents.close();
});
