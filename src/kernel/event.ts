/** The envelope of events, from the moment they are decided to the moment they are read back. */
import type { Position, Revision } from './position.ts';
import { type Members, object, type ObjectOf, type Shape } from './shape.ts';

/** The definition of an event type: its name, its category (stream prefix), and the shape of its data by version. */
export type EventDefinition<T extends string = string, D = unknown> = {
  readonly type: T;
  readonly category: string;
  /** Current version; older stored versions are lifted by `upcasters` on reading. */
  readonly version: number;
  readonly data: Shape<D>;
  /** `upcasters[n]` turns data of version n into data of version n + 1. */
  readonly upcasters: Readonly<Record<number, (data: never) => unknown>>;
};

/** An event as a decision makes it: a type and its data. */
export type DomainEvent<T extends string = string, D = unknown> = { readonly type: T; readonly data: D };

/** The event that a definition describes. */
export type EventOf<E> = E extends EventDefinition<infer T, infer D> ? DomainEvent<T, D> : never;

/**
 * Declares the event types of a category, one call each: `const event = eventsOf('job')`, then
 * `export const jobStarted = event('JobStarted', { leftOut: array(id) })`. A definition also makes events of its type:
 * `jobStarted({ leftOut: [] })`. `upcasters` are needed from version 2 on.
 */
export const eventsOf =
  (category: string) =>
  <const T extends string, const M extends Members>(
    type: T,
    members: M,
    version = 1,
    upcasters: EventDefinition['upcasters'] = {},
  ): EventDefinition<T, ObjectOf<M>> & ((data: ObjectOf<M>) => DomainEvent<T, ObjectOf<M>>) =>
    Object.assign((data: ObjectOf<M>) => ({ type, data }), {
      type,
      category,
      version,
      data: object(members),
      upcasters,
    });

/** The actor and the cause of an event; stored with it and covered by the hash chain. */
export type EventMetadata = {
  /** Owner of the stream; absent only for streams of a user (profile). */
  readonly workspaceId?: string;
  readonly userId?: string;
  /** `user:<H(issuer, sub)>`, `system:<reaction>` or `tool:<name>`. Never a name, an address or a token. */
  readonly actor: string;
  readonly correlationId: string;
  readonly traceparent?: string;
  /** RFC 3339 UTC with milliseconds. */
  readonly at: string;
};

/** An event as it was read back from the log. */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = E & {
  readonly stream: string;
  readonly revision: Revision;
  readonly position: Position;
  readonly id: string;
  readonly metadata: EventMetadata;
  /** Hash of the chain of this stream up to and including this event, 64 hex digits. */
  readonly hash: string;
};

/** The category of a stream: the part before its first hyphen. */
export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));

/** The id of a stream: the part after its first hyphen. */
export const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
