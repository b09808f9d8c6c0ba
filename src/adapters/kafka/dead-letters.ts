/**
 * Dead letters in one partition. A list reads it from its beginning, as letters are few and lists are rare. A retried
 * letter is first written to the retry topic, then taken off the list: a crash in between delivers its message twice at
 * worst.
 */
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { DEAD_LETTER_TOPIC } from '../../kernel/topics.ts';
import type { DeadLetter, MessageLog } from '../../ports/message-log.ts';
import { endRecordOf, endsUpTo, type Letter, letterOf, letterRecordOf, redriveRecordOf } from './dead-letter-record.ts';
import type { RecordWriter } from './producer.ts';
import type { OffsetRecord, TopicReader } from './topic-reader.ts';
import { REDRIVE_TOPIC } from './topics.ts';

export type DeadLetters = Pick<MessageLog, 'deadLetters' | 'redrive'> & {
  /** Fault `unavailable`: it may have been written. A second burial of one id is the first. */
  bury(letter: Letter): Promise<void>;
};

export type DeadLettersDeps = {
  readonly writer: RecordWriter;
  readonly reader: TopicReader;
  readonly prefix: string;
};

export const createDeadLetters = ({ writer, reader, prefix }: DeadLettersDeps): DeadLetters => {
  const letters = prefix + DEAD_LETTER_TOPIC;

  const write = async (letter: Letter): Promise<void> => {
    const record = letterRecordOf(letter);
    await writer.write([{ ...record, topic: letters, partition: 0, bytes: record.value.length }]);
  };

  const find = async (id: string): Promise<Buried | undefined> => {
    let found: Buried | undefined;
    await reader.read(letters, undefined, (record) => {
      if (record.key?.toString() === id) found = latest(found, record);
    });
    return found;
  };

  const redrive = async ({ letter, offset }: Buried): Promise<void> => {
    const again = redriveRecordOf(letter);
    const topic = prefix + REDRIVE_TOPIC;
    await reader.requirePartitions({ topic, partitions: limits.messagePartitions });
    await writer.write([{ ...again, topic, bytes: again.value.length }]);
    await writer.write([{ ...endRecordOf(letter.id, String(offset)), topic: letters, partition: 0, bytes: 0 }]);
  };

  return Object.freeze({
    bury: write,
    deadLetters: async (limit: number, after?: string) => {
      const page = createPage(limit, after);
      await reader.read(letters, undefined, page.see);
      return page.result();
    },
    redrive: async (id: string) => {
      const found = await find(id);
      if (found === undefined) throw new Fault('not_found', `there is no dead letter ${id}`);
      await redrive(found);
    },
  });
};

/** A letter with its offset among the dead letters. */
type Buried = { readonly offset: number; readonly letter: Letter };

/** The state of a letter after one more record of its key. */
const latest = (before: Buried | undefined, record: OffsetRecord): Buried | undefined => {
  const offset = Number(record.offset);
  const letter = letterOf(record);
  if (letter !== undefined) return { offset, letter };
  return before !== undefined && before.offset > endsUpTo(record, offset) ? before : undefined;
};

type Kept = { readonly offset: number; readonly letter: DeadLetter };

/** Letters in the order of their burial; `after` is the offset of the last one of the page before. */
export const createPage = (limit: number, after: string | undefined) => {
  const from = after === undefined ? -1 : Number(after);
  // Some of those that are kept are taken off the list further on: more than a page are kept, but not all.
  const keptMax = Math.max(limit + 1, limits.deadLettersListedMax);
  const kept = new Map<string, Kept>();
  let notKept: number | undefined;

  const see = (record: OffsetRecord): void => {
    const offset = Number(record.offset);
    const key = record.key?.toString() ?? '';
    if ((kept.get(key)?.offset ?? 0) <= endsUpTo(record, offset)) kept.delete(key);
    const letter = letterOf(record);
    if (letter === undefined || offset <= from) return;
    if (kept.size < keptMax && notKept === undefined) kept.set(key, { offset, letter: listed(letter) });
    else notKept ??= offset;
  };

  const result = (): Awaited<ReturnType<MessageLog['deadLetters']>> => {
    const page = [...kept.values()].slice(0, limit);
    const last = page.length < kept.size ? page.at(-1)?.offset : notKept && notKept - 1;
    return { letters: page.map(({ letter }) => letter), next: last === undefined ? null : String(last) };
  };

  return Object.freeze({ see, result });
};

/** Without the data for a retry. */
const listed = ({ partition: _partition, record: _record, ...letter }: Letter): DeadLetter => letter;
