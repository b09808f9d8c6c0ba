/**
 * Records of topics, as an analyst reads them, compared with the AsyncAPI document. A test with a real topic turns its
 * records into `TopicRecord`s, in the order of each partition; `recordsOf` makes those that a relay would write.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { eventOfRecord, headersOf, recordKeyOf } from '../../../src/kernel/cloud-event-headers.ts';
import { DEAD_LETTER_TOPIC, DISPATCH_TOPIC, topicsOf } from '../../../src/kernel/topics.ts';
import type { StoredEvent } from '../../../src/ports/event-store.ts';
import { isDateTime } from '../../../src/schema/formats.ts';
import { GENESIS, linkHash } from '../../../src/schema/hash-chain.ts';

export type TopicRecord = {
  /** Without a prefix that a deployment may have. */
  readonly topic: string;
  readonly partition: number;
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly value: string;
};

type Json = Readonly<Record<string, unknown>>;
type Channel = {
  readonly address: string;
  readonly messages: Readonly<Record<string, { readonly $ref: string }>>;
  readonly bindings: { readonly kafka: { readonly partitions: number } };
};

/** Every event as the record of each of its topics, all in one partition. */
export const recordsOf = (events: readonly StoredEvent[]): readonly TopicRecord[] =>
  events.flatMap((event) =>
    topicsOf(event).map((topic) => ({
      topic,
      partition: 0,
      key: recordKeyOf(event),
      headers: headersOf(event),
      value: event.data,
    })),
  );

/** The flaws of the records, in words, at most one each; empty when all is as the document has it. */
export const checkTraffic = (document: Json, records: readonly TopicRecord[]): readonly string[] => {
  const check = checks.get(document) ?? shapeCheck(document);
  checks.set(document, check);
  const order = orderCheck();
  return records.flatMap((record, index) => {
    const flaw = check(record) ?? order(record);
    return flaw === undefined ? [] : [`${record.topic}/${record.partition} record ${index}: ${flaw}`];
  });
};

type Check = (record: TopicRecord) => string | undefined;

/** Schemas are compiled once. */
const checks = new WeakMap<Json, Check>();

const shapeCheck = (document: Json): Check => {
  const channels = new Map(Object.values(document['channels'] as Record<string, Channel>).map((c) => [c.address, c]));
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': isDateTime } });
  // The rest of it has members that mean something else in a schema.
  ajv.addSchema({ components: document['components'] }, 'document');

  const holds = (pointer: string, value: unknown): boolean => {
    const reference = `document${pointer}`;
    return (ajv.getSchema(reference) ?? ajv.compile({ $ref: reference }))(value) === true;
  };

  return ({ topic, partition, key, headers, value }) => {
    const channel = channels.get(topic);
    if (channel === undefined) return 'no such channel';
    if (partition < 0 || partition >= channel.bindings.kafka.partitions) return 'no such partition';
    const messages = Object.values(channel.messages);
    // Headers tell which message it is, and only that one's data will do.
    const message = messages.find(({ $ref }) => holds(`${$ref}/headers`, headers));
    if (message === undefined) return `headers of no message of the channel: ${headers['ce_dataschema'] ?? 'none'}`;
    if (topic === DEAD_LETTER_TOPIC) return key === headers['pi_dead_id'] ? undefined : 'the key is not the letter';
    const data = parsed(value);
    if (data === undefined) return 'the value is no JSON';
    if (!holds(`${message.$ref}/payload`, data)) return `data that is no ${headers['ce_dataschema']}`;
    return key === headers['ce_subject'] && key === headers['ce_partitionkey']
      ? undefined
      : 'the key is not the stream';
  };
};

/**
 * A reader drops records at or below the highest sequence of their partition. Then each stream begins with its first
 * event, goes on without a gap, and its hash chain holds. The topic of dispatches has only some events of each stream.
 */
const orderCheck = (): Check => {
  const highest = new Map<string, string>();
  const streams = new Map<string, { readonly revision: number; readonly hash: string }>();
  return ({ topic, partition, headers, value }) => {
    if (topic === DEAD_LETTER_TOPIC) return undefined;
    const event = eventOfRecord(headers, value);
    const place = `${topic}/${partition}`;
    if (event.position <= (highest.get(place) ?? '')) return undefined;
    highest.set(place, event.position);
    if (topic === DISPATCH_TOPIC) return undefined;
    const before = streams.get(event.stream) ?? { revision: -1, hash: GENESIS };
    if (event.revision !== before.revision + 1) return `${event.stream}: ${event.revision} after ${before.revision}`;
    const hash = linkHash(before.hash, event);
    if (hash === undefined) return `${event.stream}@${event.revision} does not continue its chain`;
    streams.set(event.stream, { revision: event.revision, hash });
    return undefined;
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
