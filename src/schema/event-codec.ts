/** Events as the stores keep them: canonical JSON, chained by hashes, checked against their shapes both ways. */
import { eventTypes } from '../../events/registry.ts';
import { eventBytes } from '../kernel/append-bounds.ts';
import { createBoundedMap } from '../kernel/bounded-map.ts';
import { canonicalJson } from '../kernel/canonical-json.ts';
import {
  categoryOf,
  type DomainEvent,
  type EventDefinition,
  type EventMetadata,
  type RecordedEvent,
} from '../kernel/event.ts';
import { BrokenInvariant, Fault } from '../kernel/faults.ts';
import { limits } from '../kernel/limits.ts';
import type { Revision } from '../kernel/position.ts';
import type { EncodedEvent, StoredEvent } from '../ports/event-store.ts';
import { chainHash, claimedHash, linkHash, withHash } from './hash-chain.ts';
import { NO_COPY, plainCopy } from './plain-copy.ts';
import { plainValue, type ValueError } from './plain-value.ts';
import { metadataText, parseMetadata, type StoredMetadata, versionIn } from './stored-metadata.ts';
import { compileShape } from './validator.ts';

export { GENESIS } from './hash-chain.ts';

/** The place of an event to come, its actor and its cause. */
export type EventPlace = {
  readonly stream: string;
  readonly revision: Revision;
  readonly id: string;
  readonly metadata: EventMetadata;
  /** Hash of the event before it in its stream; `GENESIS` for the first. */
  readonly previousHash: string;
};

/** A recorded event but for its position, which only the store can tell. */
export type UnplacedEvent<E extends DomainEvent = DomainEvent> = E & Omit<RecordedEvent, 'position' | 'type' | 'data'>;

export type Encoded<E extends DomainEvent = DomainEvent> = {
  readonly encoded: EncodedEvent;
  /** The event as every reader will see it: its data is read back from the text that goes into the store. */
  readonly recorded: UnplacedEvent<E>;
  /** The bytes that it adds to `limits.appendBytesMax`. */
  readonly bytes: number;
};

export type EventCodec = {
  /**
   * Throws BrokenInvariant when the event does not fit its registered shape: that is a bug of the decision. Fault
   * `too_large` when it is over `limits.eventBytesMax`.
   */
  readonly encode: <E extends DomainEvent>(event: E, place: EventPlace) => Encoded<E>;
  /**
   * Lifts old versions and checks against the present shape. Caches the event as long as the stored object lives: the
   * same object gives the same event. Does not check the chain. Fault `corrupt` with `detail.reason`: `unknown_type`,
   * `future_version`, `unreadable` or `misshapen`.
   */
  readonly decode: (stored: StoredEvent) => RecordedEvent;
  /** The same without remembering, for scans of the whole log. */
  readonly decodeOnce: (stored: StoredEvent) => RecordedEvent;
  /**
   * Type and data alone, lifted to the present version but not checked against its shape; of the metadata the version
   * only. For audits of long logs, which check the members that they use. Fault `corrupt` as above, never `misshapen`.
   */
  readonly decodeData: (stored: StoredEvent) => DomainEvent;
  /** The hash of a stored event that follows `previousHash`; fault `corrupt` (`chain_broken`) if it does not. */
  readonly verify: (previousHash: string, stored: StoredEvent) => string;
};

type Known = {
  readonly definition: EventDefinition;
  /** The prefix of its streams. */
  readonly prefix: string;
  readonly check: (data: unknown) => readonly ValueError[] | undefined;
};

const knownOf = (definition: EventDefinition): Known => ({
  definition,
  prefix: `${definition.category}-`,
  check: compileShape(definition.data),
});

/** `definitions`: all known event types. */
export const createEventCodec = (definitions: readonly EventDefinition[] = eventTypes): EventCodec => {
  const known = Map.groupBy(definitions.map(knownOf), ({ definition }) => definition.type);
  const decoded = new WeakMap<StoredEvent, RecordedEvent>();
  /** By id, the events that this codec has encoded and not yet read back. */
  const fresh = createBoundedMap<string, Encoded>(limits.freshEventsMax);
  /** Every write and read asks for this; few types belong to two categories. */
  const find = (stream: string, type: string): Known | undefined =>
    known.get(type)?.find(({ prefix }) => stream.startsWith(prefix));

  /** The data as text, and as readers parse it from that text. */
  const bodyOf = (event: DomainEvent, known: Known): { readonly text: string; readonly data: unknown } => {
    const data = plainCopy(event.data);
    if (data !== NO_COPY && known.check(data) === undefined) {
      return { text: JSON.stringify(data), data };
    }
    const text = dataText(event, known);
    return { text, data: JSON.parse(text) as unknown };
  };

  /** The careful way: names the flaw, and takes member names of any kind. */
  const dataText = ({ type, data }: DomainEvent, { definition, check }: Known): string => {
    const plain = plainValue(data);
    const errors = plain.ok ? check(plain.value) : plain.errors;
    if (!plain.ok || errors !== undefined) {
      throw new BrokenInvariant(`${definition.category} event ${type} does not fit its shape: ${said(errors)}`);
    }
    return canonicalJson(plain.value);
  };

  const encode = <E extends DomainEvent>(event: E, place: EventPlace): Encoded<E> => {
    const { stream, revision, id, metadata, previousHash } = place;
    const { type } = event;
    const entry = find(stream, type);
    if (entry === undefined) throw new BrokenInvariant(`${type} is no registered event of ${categoryOf(stream)}`);
    const { text: data, data: read } = bodyOf(event, entry);
    const rest = metadataText(metadata, entry.definition.version);
    const hash = chainHash(previousHash, { stream, revision, id, type, data }, rest);
    const encoded: EncodedEvent = { id, type, data, metadata: withHash(hash, rest) };
    const bytes = eventBytes(encoded);
    if (bytes > limits.eventBytesMax) {
      const detail = { stream, type, bytes, bytesMax: limits.eventBytesMax };
      throw new Fault('too_large', `${type} of ${bytes} bytes is over the bound`, { detail });
    }
    const recorded = { type, data: read, stream, revision, id, metadata, hash };
    const made = { encoded, recorded: recorded as unknown as UnplacedEvent<E>, bytes };
    fresh.set(id, made);
    return made;
  };

  const entryOf = (stored: StoredEvent): Known => {
    const entry = find(stored.stream, stored.type);
    if (entry === undefined) throw corrupt(stored, 'unknown_type', `${stored.type} is unknown to this version`);
    return entry;
  };

  const decodeOnce = (stored: StoredEvent): RecordedEvent => {
    const { stream, revision, position, id, type } = stored;
    const { definition, check } = entryOf(stored);
    const { metadata, version } = stampOf(stored);
    const data = atPresent(stored, parsedData(stored), version, definition);
    const errors = check(data);
    if (errors !== undefined) throw corrupt(stored, 'misshapen', `${type} does not fit its shape: ${said(errors)}`);
    return { type, data, stream, revision, position, id, metadata, hash: claimedHash(stored.metadata) };
  };

  const decodeData = (stored: StoredEvent): DomainEvent => {
    const { type } = stored;
    const { definition } = entryOf(stored);
    const version = versionIn(stored.metadata);
    if (version === undefined) throw corrupt(stored, 'unreadable', 'the metadata names no version');
    return { type, data: atPresent(stored, parsedData(stored), version, definition) };
  };

  /** An event that was encoded here and came back unchanged: it fits its shape, and equals a decoded one. */
  const ownOf = (stored: StoredEvent): RecordedEvent | undefined => {
    const own = fresh.get(stored.id);
    if (own === undefined || !isSame(own, stored)) return undefined;
    fresh.delete(stored.id);
    const { type, data, stream, revision, id, metadata, hash } = own.recorded;
    return { type, data, stream, revision, position: stored.position, id, metadata, hash };
  };

  const decode = (stored: StoredEvent): RecordedEvent => {
    let event = decoded.get(stored);
    if (event === undefined) {
      event = ownOf(stored) ?? decodeOnce(stored);
      decoded.set(stored, event);
    }
    return event;
  };

  const verify = (previousHash: string, stored: StoredEvent): string => {
    const hash = linkHash(previousHash, stored);
    if (hash === undefined) throw corrupt(stored, 'chain_broken', 'the event differs from the one written here');
    return hash;
  };

  return Object.freeze({ encode, decode, decodeOnce, decodeData, verify });
};

const isSame = ({ encoded, recorded }: Encoded, stored: StoredEvent): boolean =>
  encoded.data === stored.data &&
  encoded.metadata === stored.metadata &&
  encoded.type === stored.type &&
  encoded.id === stored.id &&
  recorded.revision === stored.revision &&
  recorded.stream === stored.stream;

const parsedData = (stored: StoredEvent): unknown => {
  try {
    return JSON.parse(stored.data);
  } catch (cause) {
    throw corrupt(stored, 'unreadable', 'the data is no JSON', cause);
  }
};

const stampOf = (stored: StoredEvent): StoredMetadata => {
  try {
    const stamp = parseMetadata(stored.metadata);
    if (stamp !== undefined && stamp.version >= 1) return stamp;
  } catch (cause) {
    throw corrupt(stored, 'unreadable', 'the metadata is no JSON', cause);
  }
  throw corrupt(stored, 'unreadable', 'the metadata lacks a member');
};

/** Data of a stored version as the present one. */
const atPresent = (stored: StoredEvent, data: unknown, from: number, definition: EventDefinition): unknown => {
  const { version, upcasters } = definition;
  if (from > version) {
    throw corrupt(stored, 'future_version', `version ${from} of ${stored.type} is newer than ${version}`);
  }
  let lifted = data;
  for (let at = from; at < version; at += 1) {
    const upcast = upcasters[at] as ((data: unknown) => unknown) | undefined;
    if (upcast === undefined) throw corrupt(stored, 'unreadable', `nothing lifts version ${at} of ${stored.type}`);
    lifted = upcast(lifted);
  }
  return lifted;
};

const corrupt = (stored: StoredEvent, reason: string, message: string, cause?: unknown): Fault => {
  const { stream, revision, position, type } = stored;
  const place = { reason, stream, revision, position, type };
  return new Fault('corrupt', `${stream} at revision ${revision} (${position}): ${message}`, { detail: place, cause });
};

const said = (errors: readonly ValueError[] | undefined): string =>
  (errors ?? []).map(({ pointer, message }) => `${pointer === '' ? 'the data' : pointer} ${message}`).join('; ');
