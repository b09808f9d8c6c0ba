/** The JSON Schema of every event type, by version: for readers of the log without this code. */
import { eventTypes } from '../../events/registry.ts';
import { schemaNameOf, schemaUriOf } from '../kernel/cloud-event-headers.ts';
import type { EventDefinition } from '../kernel/event.ts';

type Json = Readonly<Record<string, unknown>>;

export type EventSchema = {
  /** `job.TaskDispatched.v1` */
  readonly name: string;
  /** As `ce_dataschema` names it. */
  readonly uri: string;
  readonly category: string;
  readonly type: string;
  readonly version: number;
  /** Of the event's data, draft 2020-12 and draft-07 alike. */
  readonly schema: Json;
};

/**
 * All schemas, in the order of the registry, older versions first. No schema forbids unknown members, since optional
 * members may be added without a new version. Of an older version only the newest shape is known here. So its schema
 * says only that it is an object.
 */
export const eventSchemas = (definitions: readonly EventDefinition[] = eventTypes): readonly EventSchema[] =>
  definitions.flatMap((definition) =>
    Array.from({ length: definition.version }, (_, index) => schemaOf(definition, index + 1)),
  );

const schemaOf = (definition: EventDefinition, version: number): EventSchema => {
  const { category, type } = definition;
  const older = {
    type: 'object',
    description: `An older ${type}; version ${definition.version} has its members named`,
  };
  const schema = version === definition.version ? openShape(definition.data) : older;
  const name = schemaNameOf(category, type, version);
  return { name, uri: schemaUriOf(category, type, version), category, type, version, schema };
};

/**
 * The same shape without `additionalProperties: false`, at any depth: for readers of data that a later version may have
 * written.
 */
export const openShape = (shape: Json): Json => opened(shape) as Json;

const opened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name, one]) => name !== 'additionalProperties' || one !== false);
  return Object.fromEntries(members.map(([name, one]) => [name, opened(one)]));
};
