/**
 * Events as the server sends them, read from the very bytes of a response: the package's own classes make dozens of
 * objects of each. Fields go by their numbers in streams.proto and shared.proto.
 */
import { Fault } from '../../../kernel/faults.ts';
import type { LogEvent } from '../calls.ts';
import { type Seq, toSeq } from '../sequence.ts';
import { bytesTag, numberTag, readDigits, readEnd, readNumber, readText, skip, type Wire } from './wire.ts';

/** An event, and the offset in the log as digits. */
export type Recorded = { -readonly [K in Exclude<keyof LogEvent, 'seq'>]: LogEvent[K] } & { commit: string };

/** The event in the bytes of a `ReadResp`, if it has one. */
export const recordedIn = (bytes: Buffer): Recorded | undefined => {
  const wire: Wire = { bytes, at: 0 };
  // ReadResp.event
  if (bytes.length === 0 || readNumber(wire) !== bytesTag(1)) return undefined;
  const end = readEnd(wire);
  while (wire.at < end) {
    const tag = readNumber(wire);
    // ReadEvent.event
    if (tag === bytesTag(1)) return recordedEvent(wire, readEnd(wire));
    skip(wire, tag);
  }
  return undefined;
};

const recordedEvent = (wire: Wire, end: number): Recorded => {
  const event: Recorded = { id: '', type: '', data: '', metadata: '', stream: '', revision: 0, commit: '0' };
  while (wire.at < end) {
    const tag = readNumber(wire);
    if (tag === bytesTag(1))
      event.id = textIn(wire, bytesTag(2)); // UUID.string
    else if (tag === bytesTag(2))
      event.stream = textIn(wire, bytesTag(3)); // StreamIdentifier.stream_name
    else if (tag === numberTag(3)) event.revision = readNumber(wire);
    else if (tag === numberTag(5)) event.commit = readDigits(wire);
    else if (tag === bytesTag(6)) noteType(wire, event);
    else if (tag === bytesTag(7)) event.metadata = readText(wire);
    else if (tag === bytesTag(8)) event.data = readText(wire);
    else skip(wire, tag);
  }
  return event;
};

/** One text of a message. */
const textIn = (wire: Wire, wanted: number): string => {
  const end = readEnd(wire);
  let text = '';
  while (wire.at < end) {
    const tag = readNumber(wire);
    if (tag === wanted) text = readText(wire);
    else skip(wire, tag);
  }
  return text;
};

/** One entry of the map that the protocol calls metadata: key and value. */
const noteType = (wire: Wire, event: Recorded): void => {
  const end = readEnd(wire);
  let key = '';
  while (wire.at < end) {
    const tag = readNumber(wire);
    if (tag === bytesTag(1)) key = readText(wire);
    else if (tag === bytesTag(2) && key === 'type') event.type = readText(wire);
    else skip(wire, tag);
  }
};

/**
 * The same as the log knows it: of a stream whose name begins so. Fault `unavailable`: a server before 22.6 does not
 * tell where events of a stream stand in the log.
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
