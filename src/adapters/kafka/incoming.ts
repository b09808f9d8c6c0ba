/** Classifies a record for a group: a message, an unreadable record, or a record for other groups. */
import { isFault } from '../../kernel/faults.ts';
import type { Position } from '../../kernel/position.ts';
import type { Content } from '../../messaging/delivery.ts';
import type { ConsumeOptions } from '../../ports/message-log.ts';
import { eventOf, headerOf, typeOf, type ReadRecord } from './cloud-events.ts';
import { letterOf, type Letter } from './dead-letter-record.ts';

export type Addressee = Pick<ConsumeOptions, 'topic' | 'group' | 'types'>;

/** Where a record was read. */
export type Source = {
  readonly partition: number;
  readonly offset: number;
  /** It is of the topic of letters that go to their group once more. */
  readonly isAgain: boolean;
  /** The highest sequence that was seen in its partition. */
  readonly highest: Position;
};

/** A dead letter without the members known only when it becomes one. */
export type LetterBase = Omit<Letter, 'reason' | 'attempts' | 'at'>;

export type Incoming =
  | { readonly kind: 'pass' }
  | {
      readonly kind: 'take';
      readonly content: Content;
      readonly letter: LetterBase;
      /** The highest sequence from here on. */
      readonly highest: Position;
    };

export const readIncoming = (to: Addressee, from: Source, read: ReadRecord): Incoming => {
  let [record, letter, highest] = [read, plainLetter(to, from, read), from.highest];
  try {
    if (from.isAgain) {
      const again = letterOf(read);
      if (again?.topic !== to.topic || again.group !== to.group) return PASS;
      [record, letter] = [again.record, again];
    } else if (!isNews(to, from, read)) {
      return PASS;
    }
    const event = eventOf(record);
    const { stream: key, position } = event;
    // Only events count: any other record could hide the events after it behind a sequence of its own.
    if (!from.isAgain) [letter, highest] = [{ ...letter, id: idOf(to, position), key, position }, position];
    return { kind: 'take', content: { kind: 'message', message: { key, event } }, letter, highest };
  } catch (error) {
    if (!isFault(error, 'corrupt')) throw error;
    const content: Content = { kind: 'poison', reason: `it is no event: ${error.message}` };
    return { kind: 'take', content, letter, highest };
  }
};

const PASS: Incoming = { kind: 'pass' };

/** False for records seen before, and for those that the handler does not use. */
const isNews = ({ types }: Addressee, { highest }: Source, record: ReadRecord): boolean => {
  const sequence = headerOf(record, 'ce_sequence');
  if (sequence !== undefined && sequence <= highest) return false;
  const type = types && typeOf(record);
  return type === undefined || types?.has(type) !== false;
};

/** Of a record of which nothing is known but its place. */
const plainLetter = (to: Addressee, { partition, offset }: Source, record: ReadRecord): LetterBase => {
  const position = `${partition}@${offset}`;
  const key = record.key?.toString() ?? '';
  return { id: idOf(to, position), topic: to.topic, group: to.group, key, position, partition, record };
};

/** A second burial of a message is the first. */
const idOf = ({ topic, group }: Addressee, position: string): string => `${topic}/${group}/${position}`;
