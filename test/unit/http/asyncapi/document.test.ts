/** The AsyncAPI document holds to its specification, and says what the relay publishes: all of it and nothing else. */
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import test from 'ava';
import { readSamples } from '../../../../infra/tooling/event-samples.ts';
import { eventTypes } from '../../../../events/registry.ts';
import { asyncApiDocument } from '../../../../src/http/asyncapi/document.ts';
import { object, string } from '../../../../src/kernel/shape.ts';
import { DEAD_LETTER_TOPIC, DISPATCH_TOPIC, topicSettings } from '../../../../src/kernel/topics.ts';
import { eventSchemas } from '../../../../src/schema/event-schemas.ts';

type Json = Readonly<Record<string, unknown>>;
type Channel = { readonly address: string; readonly messages: Json; readonly bindings: { readonly kafka: Json } };
type Document = Json & {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly operations: Readonly<
    Record<string, { readonly action: string; readonly channel: { readonly $ref: string } }>
  >;
  readonly components: { readonly messages: Json; readonly schemas: Json };
};

const specification = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0.json') as object;
// The specification brings its own copy of draft-07.
const ajv = new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false });
const holdsToSpecification = ajv.compile(specification);

const document = asyncApiDocument() as Document;

test('topics are named as they are on the brokers, with the prefix of this service', (t) => {
  const prefixed = asyncApiDocument('studio.') as Document;
  for (const [topic, channel] of Object.entries(prefixed.channels)) {
    t.like(channel, { address: `studio.${topic}`, bindings: { kafka: { topic: `studio.${topic}` } } });
  }
});
/** The document with something else at a place; undefined takes away what is there. */
const changed = ([name = '', ...rest]: readonly string[], value: unknown, node: unknown = document): unknown => ({
  ...(node as Json),
  [name]: rest.length === 0 ? value : changed(rest, value, (node as Json)[name]),
});

test('it holds to AsyncAPI 3.0', (t) => {
  t.true(holdsToSpecification(document), JSON.stringify(holdsToSpecification.errors));
});

test('sabotage: a breach of AsyncAPI 3.0 is found', (t) => {
  const broken: readonly (readonly [readonly string[], unknown])[] = [
    [['info'], {}],
    [['operations', 'receive-pi.job.v1', 'action'], 'read'],
    [['channels', 'pi.job.v1', 'bindings', 'kafka', 'partitions'], 0],
    [['channels', 'pi.job.v1', 'address'], 7],
    [['servers', 'kafka'], { protocol: 'kafka' }],
    [['components', 'messages', 'x'], { payloads: {} }],
  ];
  for (const [path, value] of broken) t.false(holdsToSpecification(changed(path, value)), path.join('.'));
});

test('channels are the topics, with their settings; every one can be read', (t) => {
  const settings = topicSettings(eventTypes.map(({ category }) => category));
  t.deepEqual(
    Object.values(document.channels).map(({ address }) => address),
    settings.map(({ topic }) => topic),
  );
  for (const { topic, partitions, retentionMs } of settings) {
    t.like(document.channels[topic]?.bindings.kafka, {
      topic,
      partitions,
      topicConfiguration: { 'cleanup.policy': ['delete'], 'retention.ms': retentionMs },
    });
  }
  const read = Object.values(document.operations).map(({ action, channel }) => `${action} ${channel.$ref}`);
  t.deepEqual(
    read,
    settings.map(({ topic }) => `receive #/channels/${topic}`),
  );
});

test('every golden event has its message, in the topic of its category', (t) => {
  const names = [...readSamples().keys()];
  t.true(names.length > 40);
  for (const name of names) {
    const category = name.split('.')[0] ?? '';
    t.true(Object.hasOwn(document.channels[`pi.${category}.v1`]?.messages ?? {}, name), name);
    t.true(Object.hasOwn(document.components.messages, name), name);
    t.true(Object.hasOwn(document.components.schemas, name), name);
  }
  t.deepEqual(Object.keys(document.channels[DISPATCH_TOPIC]?.messages ?? {}), ['job.TaskDispatched.v1']);
  t.deepEqual(Object.keys(document.channels[DEAD_LETTER_TOPIC]?.messages ?? {}), ['dead-letter', 'dead-letter-end']);
});

const at = (pointer: string): unknown =>
  pointer
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((node, name) => (node as Json | undefined)?.[name], document);

test('every reference leads somewhere', (t) => {
  const found = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g);
  const references = [...found].map(([, pointer = '']) => pointer);
  t.true(references.length > 100);
  t.deepEqual(
    references.filter((pointer) => at(pointer) === undefined),
    [],
  );
});

test('older versions have a schema of their own, and none forbids what may be added', (t) => {
  const data = object({ name: string(), inner: object({ n: string() }) });
  const upcasters = { 1: (old: never): unknown => old };
  const schemas = eventSchemas([{ type: 'BoxOpened', category: 'box', version: 2, data, upcasters }]);
  t.deepEqual(
    schemas.map(({ name, uri }) => [name, uri]),
    [
      ['box.BoxOpened.v1', 'urn:pi:event:box:BoxOpened:v1'],
      ['box.BoxOpened.v2', 'urn:pi:event:box:BoxOpened:v2'],
    ],
  );
  t.like(schemas[0]?.schema, { type: 'object' });
  t.like(schemas[1]?.schema, { required: ['name', 'inner'], properties: { inner: { required: ['n'] } } });
  t.false(JSON.stringify(eventSchemas()).includes('"additionalProperties":false'));
});
