/** A connection that fails is left; one that has taken its place stays, however late the earlier one fails. */
import test from 'ava';
import { createLazyConnection } from '../../../../src/adapters/kafka/lazy-connection.ts';
import { createHastyTimers } from '../../../support/kernel/hasty-timers.ts';
import { readerOn } from '../../../support/messaging/reader-on.ts';

/** Connections by number, and those that were left, in order. */
const connections = () => {
  const left: number[] = [];
  let made = 0;
  const make = () => {
    made += 1;
    const number = made;
    return { number, connect: async () => undefined, disconnect: async () => void left.push(number) };
  };
  return { make, left };
};

test('a late failure of an earlier connection leaves the newer one alone', async (t) => {
  const { make, left } = connections();
  const connection = createLazyConnection(make, createHastyTimers());
  const numberOf = async (): Promise<number> => connection.use(async ({ number }) => number);
  const late = Promise.withResolvers<never>();
  const lost = t.throwsAsync(
    connection.use(async () => late.promise),
    { code: 'unavailable' },
  );
  await t.throwsAsync(connection.use(async () => Promise.reject(new Error('cut'))));
  t.is(await numberOf(), 2);
  late.reject(new Error('cut as well'));
  await lost;
  t.is(await numberOf(), 2);
  t.deepEqual(left, [1]);
  await connection.close();
  t.deepEqual(left, [1, 2]);
});

test('so it is with one that reads topics', async (t) => {
  const { make, left } = connections();
  const late = Promise.withResolvers<never>();
  const asked: string[] = [];
  const cluster = () => {
    const one = make();
    const fetchTopicsOffset = async ([wanted]: { topic: string }[]): Promise<unknown> => {
      asked.push(`${wanted?.topic} of ${one.number}`);
      if (one.number > 1) return [{ topic: wanted?.topic, partitions: [{ partition: 0, offset: '0' }] }];
      return wanted?.topic === 'late' ? late.promise : Promise.reject(new Error('cut'));
    };
    return { ...one, fetchTopicsOffset };
  };
  const reader = readerOn(cluster);
  const lost = reader.ends([{ topic: 'late', partitions: 1 }]);
  await reader.ends([{ topic: 'cut', partitions: 1 }]);
  late.reject(new Error('cut as well'));
  await lost;
  t.deepEqual(asked, ['late of 1', 'cut of 1', 'cut of 2', 'late of 2']);
  t.deepEqual(left, [1]);
  await reader.close();
});
