/**
 * The AsyncAPI 3.0 document: the content of each topic, for analysts. It is derived from the registry of events, the
 * settings of topics and the headers of records. The relay publishes by them. Nothing is listed here.
 */
import { cloudEventHeaders, deadLetterEndHeaders, deadLetterHeaders } from '../../kernel/cloud-event-headers.ts';
import { DEAD_LETTER_TOPIC, type TopicSetting, topicSettings, topicsOf } from '../../kernel/topics.ts';
import { type EventSchema, eventSchemas, openShape } from '../../schema/event-schemas.ts';
import { CONTRACT_VERSION } from '../openapi/product-manifest.ts';

type Json = Readonly<Record<string, unknown>>;

/** Of the Kafka bindings that are used. */
const BINDING_VERSION = '0.5.0';

/** `prefix`: the prefix of topic names where several services share the brokers. */
export const asyncApiDocument = (prefix = '', schemas: readonly EventSchema[] = eventSchemas()): Json => {
  const settings = topicSettings(schemas.map(({ category }) => category));
  const channels = settings.map((setting) => ({ setting, messages: messagesOf(setting, schemas) }));
  return {
    asyncapi: '3.0.0',
    id: 'urn:pi:topics',
    info: {
      title: 'Production Intelligence topics',
      version: CONTRACT_VERSION,
      description:
        'The event log, published as CloudEvents 1.0 in binary mode: each topic holds all events of a category, in ' +
        'order for each stream. A record may come more than once. Drop it when its ce_sequence, as text, is at or ' +
        'below the highest that you saw in its partition.',
    },
    defaultContentType: 'application/json',
    servers: { kafka: server },
    channels: Object.fromEntries(
      channels.map(({ setting, messages }) => [setting.topic, channel(prefix, setting, messages)]),
    ),
    operations: Object.fromEntries(channels.map(({ setting }) => [`receive-${setting.topic}`, receive(setting.topic)])),
    components: {
      schemas: {
        CloudEventHeaders: openShape(cloudEventHeaders),
        DeadLetterHeaders: openShape(deadLetterHeaders),
        DeadLetterEndHeaders: openShape(deadLetterEndHeaders),
        ...Object.fromEntries(schemas.map(({ name, schema }) => [name, schema])),
      },
      messages: {
        ...Object.fromEntries(schemas.map((schema) => [schema.name, message(schema)])),
        [DEAD_LETTER]: deadLetter(),
        [DEAD_LETTER_END]: deadLetterEnd(),
      },
    },
  };
};

/** The document names no brokers: only operators of the network need their addresses. */
const server: Json = {
  host: '{brokers}',
  protocol: 'kafka',
  description: 'The brokers that the service publishes to; the default deployment has none, and reads its log directly',
  variables: { brokers: { description: 'host:port of the brokers, comma-separated, as the operator gives them' } },
};

const DEAD_LETTER = 'dead-letter';
const DEAD_LETTER_END = 'dead-letter-end';

/** The names of the messages that a topic holds; whatever was given up on may be among the dead letters. */
const messagesOf = ({ topic }: TopicSetting, schemas: readonly EventSchema[]): readonly string[] =>
  topic === DEAD_LETTER_TOPIC
    ? [DEAD_LETTER, DEAD_LETTER_END]
    : schemas
        .filter(({ category, type }) => topicsOf({ stream: `${category}-`, type }).includes(topic))
        .map(({ name }) => name);

const channel = (
  prefix: string,
  { topic, partitions, cleanupPolicy, retentionMs }: TopicSetting,
  messages: readonly string[],
): Json => ({
  address: prefix + topic,
  servers: [ref('servers', 'kafka')],
  messages: Object.fromEntries(messages.map((name) => [name, ref('components', 'messages', name)])),
  bindings: {
    kafka: {
      topic: prefix + topic,
      partitions,
      topicConfiguration: { 'cleanup.policy': [cleanupPolicy], 'retention.ms': retentionMs },
      bindingVersion: BINDING_VERSION,
    },
  },
});

const receive = (topic: string): Json => ({
  action: 'receive',
  channel: ref('channels', topic),
  summary: `Read ${topic} from its beginning, or from your group's offset`,
  bindings: { kafka: { bindingVersion: BINDING_VERSION } },
});

const keyed: Json = {
  kafka: {
    key: { type: 'string', description: 'the stream; events of one stream are in one partition, in order' },
    bindingVersion: BINDING_VERSION,
  },
};

const message = ({ name, uri, category, type, version }: EventSchema): Json => ({
  name: `pi.${category}.${type}`,
  title: `${type}, version ${version}`,
  contentType: 'application/json',
  headers: {
    allOf: [
      ref('components', 'schemas', 'CloudEventHeaders'),
      { properties: { ce_type: { const: `pi.${category}.${type}` }, ce_dataschema: { const: uri } } },
    ],
  },
  payload: ref('components', 'schemas', name),
  bindings: keyed,
});

const deadLetter = (): Json => ({
  name: 'pi.dead-letter',
  title: 'A record that a consumer gave up on: its own headers and value, and why',
  contentType: 'application/json',
  headers: ref('components', 'schemas', 'DeadLetterHeaders'),
  payload: {},
  bindings: keyedByLetter,
});

const deadLetterEnd = (): Json => ({
  name: 'pi.dead-letter-end',
  title: 'A letter is off the list: its message went to its group once more',
  headers: ref('components', 'schemas', 'DeadLetterEndHeaders'),
  payload: { type: 'null' },
  bindings: keyedByLetter,
});

const keyedByLetter: Json = {
  kafka: { key: { type: 'string', description: "the letter's id" }, bindingVersion: BINDING_VERSION },
};

const ref = (...path: readonly string[]): Json => ({ $ref: `#/${path.join('/')}` });
