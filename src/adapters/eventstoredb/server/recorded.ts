/**
 * Events as the server sends them, read from the very bytes of a response: the package's own classes make dozens of
 * objects of each. Fields go by their numbers in streams.proto and shared.proto.
 */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import protobuf from 'google-protobuf';
import { Fault } from '../../../kernel/faults.ts';
import type { LogEvent } from './calls.ts';
import { type Seq, toSeq } from './sequence.ts';

const { BinaryReader } = protobuf;

/** An event, and the offset in the log as digits. */
export type Recorded = { -readonly [K in Exclude<keyof LogEvent, 'seq'>]: LogEvent[K] } & { commit: string };

/** The event in the bytes of a `ReadResp`, if it has one. Fault `unavailable`: the message is cut or broken. */
export const recordedIn = (bytes: Buffer): Recorded | undefined => {
  // Of a Buffer it would make a copy.
  const reader = new BinaryReader(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length));
  let event: Recorded | undefined;
  try {
    // ReadResp.event
    eachField(reader, { 1: () => (event = eventIn(reader)) });
  } catch (cause) {
    throw broken(cause);
  }
  // The reader believes the length of a message, and goes to where it would end.
  if (reader.getCursor() > bytes.length) throw broken(undefined);
  return event;
};

const broken = (cause: unknown): Fault =>
  new Fault('unavailable', 'the event store has sent a message that is cut or broken', { cause });

type Reader = InstanceType<typeof BinaryReader>;

/** Reads the fields of a message that have a reader, by their numbers, and passes over all others. */
const eachField = (reader: Reader, readers: Readonly<Record<number, () => unknown>>): void => {
  while (reader.nextField()) {
    const read = readers[reader.getFieldNumber()];
    if (read === undefined) reader.skipField();
    else read();
  }
};

/** The same of a message within a message. */
const within = (reader: Reader, readers: Readonly<Record<number, () => unknown>>): void => {
  reader.readMessage(nothing, () => eachField(reader, readers));
};

/** The messages that the reader fills. */
const nothing = new shared.Empty();

const eventIn = (reader: Reader): Recorded | undefined => {
  let event: Recorded | undefined;
  // ReadEvent.event
  within(reader, { 1: () => (event = recordedEvent(reader)) });
  return event;
};

const recordedEvent = (reader: Reader): Recorded => {
  const event: Recorded = { id: '', type: '', data: '', metadata: '', stream: '', revision: 0, commit: '0' };
  within(reader, {
    // UUID.string
    1: () => within(reader, { 2: () => (event.id = textIn(reader)) }),
    // StreamIdentifier.stream_name
    2: () => within(reader, { 3: () => (event.stream = textIn(reader)) }),
    3: () => (event.revision = reader.readUint64()),
    5: () => (event.commit = reader.readUint64String()),
    6: () => noteType(reader, event),
    7: () => (event.metadata = textIn(reader)),
    8: () => (event.data = textIn(reader)),
  });
  return event;
};

/** One entry of the map that the protocol calls metadata: key and value. */
const noteType = (reader: Reader, event: Recorded): void => {
  let key = '';
  let value = '';
  within(reader, { 1: () => (key = textIn(reader)), 2: () => (value = textIn(reader)) });
  if (key === 'type') event.type = value;
};

/** The reader's own way to a text takes it apart in JavaScript. */
const textIn = (reader: Reader): string => {
  const { buffer, byteOffset, length } = reader.readBytes();
  return Buffer.from(buffer, byteOffset, length).toString('utf8');
};

/**
 * The same as the log knows it: of a stream whose name begins so. Fault `unavailable`: a server before 22.6 does not
 * give the positions of a stream's events.
 */
export const toLogEvent = ({ commit, ...event }: Recorded, prefix: string): LogEvent => ({
  ...event,
  stream: event.stream.slice(prefix.length),
  seq: seqOf(commit),
});

const seqOf = (commit: string): Seq => {
  const seq = toSeq(commit);
  if (seq !== undefined) return seq;
  throw new Fault('unavailable', 'the event store is older than 22.6: it tells no positions', { retriable: false });
};
