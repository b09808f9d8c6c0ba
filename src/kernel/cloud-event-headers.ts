/**
 * Events as CloudEvents 1.0 in Kafka's binary mode: the headers of a record, and how each follows from the event. The
 * record's value is the event's data as it is stored, its key the stream. `pi_metadata` is the stored metadata: from it
 * a reader rebuilds the event byte for byte, and checks its hash chain.
 */
import { categoryOf, idOf } from './event.ts';
import { Fault } from './faults.ts';
import { literal, object, optional, type Static, string } from './shape.ts';

/** A stored event, as far as a record tells of it: `StoredEvent` of the event-store port is one. */
export type RecordableEvent = {
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  /** As it is stored, with the hash in it. */
  readonly metadata: string;
};

/** All headers of a record, as UTF-8 text. */
export const cloudEventHeaders = object({
  ce_specversion: literal('1.0'),
  ce_id: string({ minLength: 1, description: 'the id of the event, a UUID' }),
  ce_source: string({ pattern: '^/pi/[a-z]+/.+$', description: '/pi/<category>/<id>: ids are unique per stream' }),
  ce_type: string({ pattern: '^pi\\.[a-z]+\\.[A-Za-z]+$', description: 'pi.<category>.<Type>' }),
  ce_subject: string({ pattern: '^[a-z]+-.+$', description: 'the stream: <category>-<id>' }),
  ce_time: string({ format: 'date-time', description: 'when it happened, RFC 3339 UTC' }),
  ce_dataschema: string({ pattern: '^urn:pi:event:', description: 'urn:pi:event:<category>:<Type>:v<version>' }),
  ce_sequence: string({
    minLength: 1,
    description:
      'the position in the log; sorts as text. Drop a record at or below the highest that you saw in its partition',
  }),
  ce_streamrevision: string({ pattern: '^\\d+$', description: 'the place in the stream, from 0' }),
  ce_partitionkey: string({ minLength: 1, description: 'the key of the record: the stream' }),
  ce_correlationid: string({ minLength: 1, description: 'its cause: a request, a reaction or a tool' }),
  ce_workspaceid: optional(string({ minLength: 1, description: 'absent on streams of a user' })),
  ce_traceparent: optional(string({ minLength: 1, description: 'W3C trace context of its cause' })),
  'content-type': literal('application/json'),
  pi_metadata: string({ minLength: 2, description: 'the metadata as it is stored; begins with the hash of the chain' }),
});
export type CloudEventHeaders = Static<typeof cloudEventHeaders>;

/**
 * The headers that a record of `pi.dead-letter.v1` has besides its own. Its own are those of an event, unless they were
 * the fault. Its key is the letter's id.
 */
export const deadLetterHeaders = object({
  pi_dead_id: string({ minLength: 1, description: 'the id for its retry' }),
  pi_dead_topic: string({ minLength: 1, description: 'the topic that it was taken from' }),
  pi_dead_partition: string({ pattern: '^\\d+$', description: 'and its partition' }),
  pi_dead_key: string({ description: 'its key there' }),
  pi_dead_position: string({ description: 'its position in the log, if it has one' }),
  pi_dead_group: string({ minLength: 1, description: 'the group that gave up on it' }),
  pi_dead_reason: string({ description: 'why, in short' }),
  pi_dead_attempts: string({ pattern: '^\\d+$', description: 'how often it was tried' }),
  pi_dead_at: string({ minLength: 20, description: 'when it was given up on, RFC 3339 UTC' }),
  pi_dead_empty: optional(string({ description: 'true: it had no value' })),
});

/** The header of a record that takes a letter off the list; such a record has no value. */
export const deadLetterEndHeaders = object({
  pi_dead_id: string({ minLength: 1, description: 'the letter, whose message was handed over again' }),
  pi_dead_up_to: string({
    pattern: '^\\d+$',
    description: 'the offset up to which letters of that id are off the list; one that comes later failed again',
  }),
});

/** The name of an event's schema at a version: `job.TaskDispatched.v1`; also of the file that it is exported to. */
export const schemaNameOf = (category: string, type: string, version: number): string =>
  `${category}.${type}.v${version}`;

/** The URI of the same (RFC 8141), as `ce_dataschema` and `$id` have it. */
export const schemaUriOf = (category: string, type: string, version: number): string =>
  `urn:pi:event:${category}:${type}:v${version}`;

/** The key of an event's record in all its topics: events of one stream stay in order. */
export const recordKeyOf = (event: Pick<RecordableEvent, 'stream'>): string => event.stream;

type Metadata = { at?: unknown; correlationId?: unknown; traceparent?: unknown; workspaceId?: unknown; v?: unknown };

/** Fault `corrupt` when the metadata is not in this service's form. */
export const headersOf = (event: RecordableEvent): CloudEventHeaders => {
  const { stream, revision, position, id, type } = event;
  const { at, correlationId, traceparent, workspaceId, v } = metadataOf(event);
  if (typeof at !== 'string' || typeof correlationId !== 'string' || typeof v !== 'number') throw unreadable(event);
  const category = categoryOf(stream);
  return {
    ce_specversion: '1.0',
    ce_id: id,
    ce_source: `/pi/${category}/${idOf(stream)}`,
    ce_type: `pi.${category}.${type}`,
    ce_subject: stream,
    ce_time: at,
    ce_dataschema: schemaUriOf(category, type, v),
    ce_sequence: position,
    ce_streamrevision: String(revision),
    ce_partitionkey: recordKeyOf(event),
    ce_correlationid: correlationId,
    ...(typeof workspaceId === 'string' ? { ce_workspaceid: workspaceId } : {}),
    ...(typeof traceparent === 'string' ? { ce_traceparent: traceparent } : {}),
    'content-type': 'application/json',
    pi_metadata: event.metadata,
  };
};

/**
 * The stored event that a record was made of: of its headers as text, and its value. Fault `corrupt` when they are not
 * those of such a record.
 */
export const eventOfRecord = (headers: Readonly<Record<string, string | undefined>>, data: string): RecordableEvent => {
  const { ce_id: id, ce_type, ce_subject: stream, ce_sequence: position, ce_streamrevision, pi_metadata } = headers;
  const revision = Number(ce_streamrevision);
  const prefix = stream === undefined ? '' : `pi.${categoryOf(stream)}.`;
  if (
    id === undefined ||
    stream === undefined ||
    position === undefined ||
    pi_metadata === undefined ||
    ce_type?.startsWith(prefix) !== true ||
    !Number.isSafeInteger(revision)
  ) {
    throw new Fault('corrupt', 'a record has not the headers of an event', { detail: { reason: 'headers' } });
  }
  return { stream, revision, position, id, type: ce_type.slice(prefix.length), data, metadata: pi_metadata };
};

const metadataOf = (event: RecordableEvent): Metadata => {
  try {
    return JSON.parse(event.metadata) as Metadata;
  } catch (error) {
    throw unreadable(event, error);
  }
};

const unreadable = ({ stream, revision }: RecordableEvent, cause?: unknown): Fault =>
  new Fault('corrupt', `the metadata of ${stream}@${revision} cannot be read`, {
    cause,
    detail: { reason: 'unreadable', stream, revision },
  });
