/**
 * Dead letters as records: the record that a group gave up on, unchanged, with headers that name the group and the
 * reason. The key is the letter's id; a record of that key without a value takes the letter off the list.
 */
import { deadLetterHeaders } from '../../kernel/cloud-event-headers.ts';
import { limits } from '../../kernel/limits.ts';
import type { Static } from '../../kernel/shape.ts';
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

const ID_HEADER = 'pi_dead_id';
const UP_TO_HEADER = 'pi_dead_up_to';
const OURS: ReadonlySet<string> = new Set(Object.keys(deadLetterHeaders['properties'] as object));

export const letterRecordOf = ({ id, record, partition, attempts, ...letter }: Letter): LetterRecord => {
  const headers: Static<typeof deadLetterHeaders> = {
    pi_dead_id: id,
    pi_dead_topic: letter.topic,
    pi_dead_partition: String(partition),
    pi_dead_key: letter.key,
    pi_dead_position: letter.position,
    pi_dead_group: letter.group,
    pi_dead_reason: letter.reason.slice(0, limits.failureMessageCharsMax),
    pi_dead_attempts: String(attempts),
    pi_dead_at: letter.at,
    // The record had no value: without one this would be the letter's end.
    ...(record.value === null && { pi_dead_empty: 'true' }),
  };
  return { key: id, value: record.value ?? Buffer.alloc(0), headers: { ...plainHeaders(record), ...headers } };
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
  const text = (name: keyof Static<typeof deadLetterHeaders>): string | undefined => headerOf(record, name);
  const [id, topic, group] = [text('pi_dead_id'), text('pi_dead_topic'), text('pi_dead_group')];
  if (record.value === null || id === undefined || topic === undefined || group === undefined) return undefined;
  const headers = Object.fromEntries(Object.entries(record.headers ?? {}).filter(([name]) => !OURS.has(name)));
  const key = text('pi_dead_key') ?? '';
  return {
    id,
    topic,
    group,
    key,
    position: text('pi_dead_position') ?? '',
    reason: text('pi_dead_reason') ?? '',
    attempts: Number(text('pi_dead_attempts')),
    at: text('pi_dead_at') ?? '',
    partition: Number(text('pi_dead_partition')),
    record: { key: Buffer.from(key), value: text('pi_dead_empty') === 'true' ? null : record.value, headers },
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
