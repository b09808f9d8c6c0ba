/** Stored events as records and back: the headers of kernel/cloud-event-headers.ts, and the data byte for byte. */
import { eventOfRecord, headersOf, recordKeyOf } from '../../kernel/cloud-event-headers.ts';
import { Fault } from '../../kernel/faults.ts';
import type { StoredEvent } from '../../ports/event-store.ts';

/** The written record without its place. */
export type EventRecord = {
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** A record as it was read. A header that was written twice is a list. */
export type ReadRecord = {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: Readonly<Record<string, Buffer | string | readonly (Buffer | string)[] | undefined>>;
};

/** Fault `corrupt` when the metadata is not in this service's form. */
export const recordOf = (event: StoredEvent): EventRecord => ({
  key: recordKeyOf(event),
  value: event.data,
  headers: headersOf(event),
});

/** Bytes of a record on the wire, never too few. */
export const recordBytes = ({ key, value, headers }: EventRecord): number => {
  let bytes = RECORD_OVERHEAD_BYTES + Buffer.byteLength(key) + Buffer.byteLength(value);
  for (const name in headers) {
    bytes += HEADER_OVERHEAD_BYTES + name.length + Buffer.byteLength(headers[name] ?? '');
  }
  return bytes;
};

/** Lengths, offset and time of a record, and of a header, as variable-length numbers of at most five bytes each. */
const RECORD_OVERHEAD_BYTES = 40;
const HEADER_OVERHEAD_BYTES = 10;

/** The event that a record was made of. Fault `corrupt` when it is none; `detail.reason` names the flaw. */
export const eventOf = (record: ReadRecord): StoredEvent => {
  const headers: Record<string, string | undefined> = {};
  for (const name of READ_HEADERS) headers[name] = headerOf(record, name);
  if (record.value === null) throw new Fault('corrupt', 'a record has no value', { detail: { reason: 'value' } });
  return eventOfRecord(headers, textOf(record.value));
};

const READ_HEADERS = ['ce_id', 'ce_type', 'ce_subject', 'ce_sequence', 'ce_streamrevision', 'pi_metadata'] as const;

/** A header as text; undefined when it is not there, or there twice. */
export const headerOf = ({ headers }: ReadRecord, name: string): string | undefined => {
  const value = headers?.[name];
  if (typeof value === 'string') return value;
  return Buffer.isBuffer(value) ? textOf(value) : undefined;
};

/** The type of the event alone (`pi.<category>.<Type>`), for readers that skip most of them. */
export const typeOf = (record: ReadRecord): string | undefined => {
  const type = headerOf(record, 'ce_type');
  return type?.slice(type.lastIndexOf('.') + 1);
};

/** Strict: bytes that are no UTF-8 would be replaced, and break the chain far from here. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const textOf = (bytes: Buffer): string => {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new Fault('corrupt', 'a record is no UTF-8', { cause, detail: { reason: 'encoding' } });
  }
};
