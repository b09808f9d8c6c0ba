/** Dead letters as records, and the list that is made of them. */
import test from 'ava';
import {
  endRecordOf,
  type Letter,
  letterOf,
  letterRecordOf,
  redriveRecordOf,
} from '../../../../src/adapters/kafka/dead-letter-record.ts';
import { createDeadLetters, createPage } from '../../../../src/adapters/kafka/dead-letters.ts';
import type { ReadRecord } from '../../../../src/adapters/kafka/cloud-events.ts';
import type { Outgoing } from '../../../../src/adapters/kafka/producer.ts';
import type { OffsetRecord, TopicReader } from '../../../../src/adapters/kafka/topic-reader.ts';
import { REDRIVE_TOPIC } from '../../../../src/adapters/kafka/topics.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { overTheWire, type Written } from '../../../support/messaging/over-the-wire.ts';

const letter = (n: number, changes: Partial<Letter> = {}): Letter => ({
  id: `pi.job.v1/settle/${n}`,
  topic: 'pi.job.v1',
  group: 'settle',
  key: `job-${n}`,
  position: `0000-${n}`,
  reason: 'TypeError: poison',
  attempts: 5,
  at: '2026-11-21T10:00:00.000Z',
  partition: 7,
  record: { key: Buffer.from(`job-${n}`), value: Buffer.from('{}'), headers: { ce_id: Buffer.from('e1') } },
  ...changes,
});

const read = (record: Written, offset = 0): OffsetRecord => ({ ...overTheWire(record), offset: String(offset) });

const passed = (offset: number, id: string): OffsetRecord => read({ key: id, value: null, headers: {} }, offset);

test('a letter comes back whole, and goes again as the record that it was', (t) => {
  const one = letter(1);
  t.deepEqual(letterOf(read(letterRecordOf(one))), one);
  const again = redriveRecordOf(one);
  t.is(again.key, 'job-1');
  t.is(again.partition, 7);
  t.deepEqual(letterOf(read(again)), one);
});

test('a record without a value is a letter too, and no end of one', (t) => {
  const headers: ReadRecord['headers'] = { twice: ['a', 'b'] };
  const one = letter(1, { record: { key: null, value: null, headers } });
  const written = letterRecordOf(one);
  t.deepEqual(written.value, Buffer.alloc(0));
  t.false('twice' in written.headers);
  t.is(letterOf(read(written))?.record.value, null);
});

test('a reason of any length is bounded', (t) => {
  const written = letterRecordOf(letter(1, { reason: 'x'.repeat(100_000) }));
  t.is(letterOf(read(written))?.reason.length, limits.failureMessageCharsMax);
});

test('a malformed letter is none', (t) => {
  t.is(letterOf(passed(0, 'pi.job.v1/settle/1')), undefined);
  t.is(letterOf({ key: null, value: Buffer.from('{}'), headers: {} }), undefined);
});

const pageOf = (records: readonly OffsetRecord[], limit: number, after?: string): ReturnType<Page['result']> => {
  const page = createPage(limit, after);
  for (const record of records) page.see(record);
  return page.result();
};
type Page = ReturnType<typeof createPage>;

test('a list leaves out letters that went again, and has those that came back', (t) => {
  const records = [
    ...[1, 2, 3].map((n) => read(letterRecordOf(letter(n)), n)),
    passed(4, letter(1).id),
    passed(5, letter(2).id),
    read(letterRecordOf(letter(2)), 6),
  ];
  t.deepEqual(
    pageOf(records, 10).letters.map(({ id }) => id),
    [letter(3).id, letter(2).id],
  );
  t.is(pageOf(records, 10).next, null);
  t.deepEqual(Object.keys(pageOf(records, 1).letters[0] ?? {}).toSorted(), [
    'at',
    'attempts',
    'group',
    'id',
    'key',
    'position',
    'reason',
    'topic',
  ]);
});

/** Dead letters on a topic with one in it; what is written goes to `write`. */
const lettersOn = (
  topic: readonly OffsetRecord[],
  write: (record: Outgoing) => unknown,
  requirePartitions: TopicReader['requirePartitions'] = async () => undefined,
) => {
  const close = async (): Promise<void> => undefined;
  const read: TopicReader['read'] = async (_topic, _from, each) => topic.forEach(each);
  return createDeadLetters({
    prefix: 'x.',
    reader: { ends: async () => [], requirePartitions, read, close },
    writer: {
      write: async (records) => {
        records.forEach(write);
        return [];
      },
      close,
    },
  });
};

test('a letter that was buried anew before its end was written stays, in a list and to be found', async (t) => {
  const topic: OffsetRecord[] = [read(letterRecordOf(letter(1)), 0)];
  const append = (record: Written): void => void topic.push(read(record, topic.length));
  // The group fails on it again at once.
  const letters = lettersOn(topic, (record) =>
    append(record.topic.endsWith(REDRIVE_TOPIC) ? letterRecordOf(letter(1)) : record),
  );
  const ids = async () => (await letters.deadLetters(10)).letters.map(({ id }) => id);
  await letters.redrive(letter(1).id);
  t.deepEqual(await ids(), [letter(1).id]);
  t.is(topic.length, 3);
  await letters.redrive(letter(1).id);
  t.deepEqual(await ids(), [letter(1).id], 'and once more');
  append(endRecordOf(letter(1).id, '3'));
  t.deepEqual(await ids(), []);
  await t.throwsAsync(letters.redrive(letter(1).id), { code: 'not_found' });
});

test('a letter whose retry has no partition stays, and the topic is named', async (t) => {
  const written: unknown[] = [];
  const few = new Fault('unavailable', 'the topic x.pi.redrive.v1 has 1 of 16 partitions: add the others to it');
  const asked: unknown[] = [];
  const requirePartitions = async (wanted: unknown): Promise<never> => {
    asked.push(wanted);
    return Promise.reject(few);
  };
  const letters = lettersOn([read(letterRecordOf(letter(1)))], (record) => written.push(record), requirePartitions);
  await t.throwsAsync(letters.redrive(letter(1).id), { is: few });
  t.deepEqual(asked, [{ topic: 'x.pi.redrive.v1', partitions: limits.messagePartitions }]);
  t.deepEqual(written, []);
});

test('page by page nothing is left out and nothing comes twice, also when more were buried than are kept', (t) => {
  const count = limits.deadLettersListedMax + 50;
  const records = Array.from({ length: count }, (_, n) => read(letterRecordOf(letter(n)), n));
  for (let n = 0; n < 300; n += 1) records.push(passed(count + n, letter(n).id));
  const found: string[] = [];
  let pages = 0;
  for (let after: string | undefined; pages < 100; pages += 1) {
    const { letters, next } = pageOf(records, 100, after);
    found.push(...letters.map(({ id }) => id));
    if (next === null) break;
    after = next;
  }
  t.deepEqual(
    found,
    Array.from({ length: count - 300 }, (_, n) => letter(n + 300).id),
  );
});
