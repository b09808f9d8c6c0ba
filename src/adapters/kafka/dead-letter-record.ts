/**
 * Dead letters as records: the record that a group gave up on, unchanged, with headers that name the group and the
 * reason. The key is the letter's id; a record of that key without a value takes the letter off the list.
 */
import { limits } from '../../kernel/limits.ts';
import type { DeadLetter } from '../../ports/message-log.ts';
import { headerOf, type ReadRecord } from './cloud-events.ts';

/** A letter, with the data for a retry of its message. */
export type Letter = DeadLetter & {
  /** Of the topic that it came from. */
  readonly partition: number;
  readonly record: ReadRecord;
};

type LetterRecord = {
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Readonly<Record<string, string | Buffer>>;
};

const HEADERS = {
  topic: 'pi_dead_topic',
  group: 'pi_dead_group',
  partition: 'pi_dead_partition',
  key: 'pi_dead_key',
  position: 'pi_dead_position',
  reason: 'pi_dead_reason',
  attempts: 'pi_dead_attempts',
  at: 'pi_dead_at',
  /** The record had no value: without one this would be the letter's end. */
  empty: 'pi_dead_empty',
} as const;

const ID_HEADER = 'pi_dead_id';
const UP_TO_HEADER = 'pi_dead_up_to';
const OURS: ReadonlySet<string> = new Set([...Object.values(HEADERS), ID_HEADER]);

export const letterRecordOf = ({ id, record, partition, attempts, ...letter }: Letter): LetterRecord => {
  const { topic, group, key, position, reason, at } = letter;
  const said = { topic, group, partition: String(partition), key, position, attempts: String(attempts), at };
  const headers = plainHeaders(record);
  for (const [name, value] of Object.entries(said)) headers[HEADERS[name as keyof typeof said]] = value;
  headers[HEADERS.reason] = reason.slice(0, limits.failureMessageCharsMax);
  headers[ID_HEADER] = id;
  if (record.value === null) headers[HEADERS.empty] = 'true';
  return { key: id, value: record.value ?? Buffer.alloc(0), headers };
};

/** The same record once more, for the group of the letter alone. */
export const redriveRecordOf = (letter: Letter): LetterRecord & { readonly partition: number } => ({
  ...letterRecordOf(letter),
  key: letter.key,
  partition: letter.partition,
});

/**
 * Takes the letter at this offset off the list of dead letters, and no other. Its message may have failed again, and
 * been buried anew, before this record is written.
 */
export const endRecordOf = (
  id: string,
  offset: string,
): { key: string; value: null; headers: Record<string, string> } => ({
  key: id,
  value: null,
  headers: { [ID_HEADER]: id, [UP_TO_HEADER]: offset },
});

/** Up to which offset a record takes letters of its key off the list: a letter all before it, an end the named one. */
export const endsUpTo = (record: ReadRecord, offset: number): number =>
  Number((record.value === null ? headerOf(record, UP_TO_HEADER) : undefined) ?? offset);

/** The letter that a record of the dead letters, or of those that go again, holds; undefined when it holds none. */
export const letterOf = (record: ReadRecord): Letter | undefined => {
  const text = (name: keyof typeof HEADERS): string | undefined => headerOf(record, HEADERS[name]);
  const id = headerOf(record, ID_HEADER);
  const [topic, group] = [text('topic'), text('group')];
  if (record.value === null || id === undefined || topic === undefined || group === undefined) return undefined;
  const headers = Object.fromEntries(Object.entries(record.headers ?? {}).filter(([name]) => !OURS.has(name)));
  const key = text('key') ?? '';
  return {
    id,
    topic,
    group,
    key,
    position: text('position') ?? '',
    reason: text('reason') ?? '',
    attempts: Number(text('attempts')),
    at: text('at') ?? '',
    partition: Number(text('partition')),
    record: { key: Buffer.from(key), value: text('empty') === 'true' ? null : record.value, headers },
  };
};

/** A duplicate header counts as none for a reader. */
const plainHeaders = ({ headers = {} }: ReadRecord): Record<string, string | Buffer> => {
  const plain: Record<string, string | Buffer> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' || Buffer.isBuffer(value)) plain[name] = value;
  }
  return plain;
};
