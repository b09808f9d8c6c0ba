/** The requests of the streams protocol, made of values. */
import shared, { type StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type BatchAppendReq, type ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { Revision } from '../../../kernel/position.ts';
import type { EncodedEvent } from '../../../ports/event-store.ts';
import type { AppendRequest } from './calls.ts';
import { type Seq, toCommit } from './sequence.ts';

const utf8 = new TextEncoder();
const empty = new shared.Empty();

const toIdentifier = (stream: string): StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(utf8.encode(stream));

/** The bytes of the texts as they are, and JSON to the server: operators and its own tools can read them. */
const proposed = ({ id, type, data, metadata }: EncodedEvent): BatchAppendReq.ProposedMessage => {
  const message = new streams.BatchAppendReq.ProposedMessage();
  message.setId(new shared.UUID().setString(id)).setData(utf8.encode(data)).setCustomMetadata(utf8.encode(metadata));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  return message;
};

/** The package has no other way to this class; field 6 is the deadline (streams.proto). */
const timestamp = streams.BatchAppendReq.Options.deserializeBinary(Uint8Array.of(0x32, 0)).getDeadline();

/** One message of `BatchAppend`: our bound on appends keeps it far under the server's on messages. */
export const batchMessage = (
  { stream, expected, events }: AppendRequest,
  correlationId: string,
  deadlineAtMs: number,
): BatchAppendReq => {
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(toIdentifier(stream));
  if (expected === 'none') options.setNoStream(empty);
  else options.setStreamPosition(String(expected));
  const deadline = timestamp?.cloneMessage();
  deadline?.setSeconds(Math.trunc(deadlineAtMs / 1_000)).setNanos((deadlineAtMs % 1_000) * 1_000_000);
  return new streams.BatchAppendReq()
    .setCorrelationId(new shared.UUID().setString(correlationId))
    .setOptions(options.setDeadline(deadline))
    .setProposedMessagesList(events.map(proposed))
    .setIsFinal(true);
};

type Direction = 'forwards' | 'backwards';

const readOptions = (direction: Direction): ReadReq.Options =>
  new streams.ReadReq.Options()
    .setReadDirection(direction === 'forwards' ? 0 : 1)
    .setResolveLinks(false)
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(empty));

const toRequest = (options: ReadReq.Options): ReadReq => new streams.ReadReq().setOptions(options);

/** `from` is included. */
export const streamRead = (stream: string, from: Revision | 'end', direction: Direction, count: number): ReadReq => {
  const where = new streams.ReadReq.Options.StreamOptions().setStreamIdentifier(toIdentifier(stream));
  if (from === 'end') where.setEnd(empty);
  else where.setRevision(String(from));
  return toRequest(readOptions(direction).setNoFilter(empty).setStream(where).setCount(String(count)));
};

const allFrom = (from: Seq | 'start' | 'end'): ReadReq.Options.AllOptions => {
  const all = new streams.ReadReq.Options.AllOptions();
  if (from === 'start') return all.setStart(empty);
  if (from === 'end') return all.setEnd(empty);
  const commit = toCommit(from);
  return all.setPosition(new streams.ReadReq.Options.Position().setCommitPosition(commit).setPreparePosition(commit));
};

/** Events that the server looks at in one go for those that its reader wants. */
const SEARCH_WINDOW = 500;

/** Of everything, or, with a prefix, of the streams whose names begin with it: the server passes over all others. */
const ofAll = (from: Seq | 'start' | 'end', direction: Direction, prefix: string): ReadReq.Options => {
  const options = readOptions(direction).setAll(allFrom(from));
  if (prefix === '') return options.setNoFilter(empty);
  const names = new streams.ReadReq.Options.FilterOptions.Expression().setPrefixList([prefix]);
  const filter = new streams.ReadReq.Options.FilterOptions().setStreamIdentifier(names).setMax(SEARCH_WINDOW);
  return options.setFilter(filter.setCheckpointintervalmultiplier(1));
};

/** `from` is included forwards, and left out backwards. It must be where an event is: the server refuses others. */
export const allRead = (from: Seq | 'start' | 'end', direction: Direction, count: number, prefix: string): ReadReq =>
  toRequest(ofAll(from, direction, prefix).setCount(String(count)));

/** `from` is left out. */
export const allSubscription = (from: Seq | 'start', prefix: string): ReadReq =>
  toRequest(ofAll(from, 'forwards', prefix).setSubscription(new streams.ReadReq.Options.SubscriptionOptions()));
