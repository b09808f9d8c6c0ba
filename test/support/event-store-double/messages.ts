/** Between the messages of the streams protocol and values. */
import shared, { type StreamIdentifier, type UUID } from '@eventstore/db-client/generated/shared_pb.js';
import streams, {
  type AppendReq,
  type BatchAppendReq,
  type ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { ProposedEvent, StoredRecord } from './records.ts';

export const streamNameOf = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

export const toIdentifier = (stream: string): StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8'));

const hex = (bits: bigint): string => BigInt.asUintN(64, bits).toString(16).padStart(16, '0');

const idOf = (uuid: UUID | undefined): string => {
  const structured = uuid?.getStructured();
  if (structured === undefined) return uuid?.getString().toLowerCase() ?? '';
  const digits = hex(BigInt(structured.getMostSignificantBits())) + hex(BigInt(structured.getLeastSignificantBits()));
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

export const toProposed = (message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): ProposedEvent => ({
  id: idOf(message.getId()),
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

const TICKS_PER_MS = 10_000n;

export const toReadResponse = (record: StoredRecord): ReadResp => {
  const position = String(record.position);
  const event = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(record.id))
    .setStreamIdentifier(toIdentifier(record.stream))
    .setStreamRevision(String(record.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(record.data)
    .setCustomMetadata(record.metadata);
  const metadata = event.getMetadataMap();
  metadata.set('type', record.type);
  metadata.set('content-type', record.contentType);
  metadata.set('created', String(BigInt(record.created) * TICKS_PER_MS));
  const resolved = new streams.ReadResp.ReadEvent().setEvent(event).setCommitPosition(position);
  return new streams.ReadResp().setEvent(resolved);
};

export const streamNotFound = (stream: string): ReadResp =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(toIdentifier(stream)),
  );

export const confirmation = (id: string): ReadResp =>
  new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id));

export const caughtUp = (): ReadResp => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());

export const checkpoint = (position: number): ReadResp =>
  new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position)),
  );
