/** Events as the server sends them, and as the port gives them. */
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { Fault } from '../../kernel/faults.ts';
import type { Position } from '../../kernel/position.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { type Seq, toSeq } from './sequence.ts';

export type Recorded = ReadResp.ReadEvent.RecordedEvent;

const text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

export const streamOf = (event: Recorded): string => text(event.getStreamIdentifier()?.getStreamName_asU8() ?? none);
const none = new Uint8Array();

export const typeOf = (event: Recorded): string => event.getMetadataMap().get('type') ?? '';

/** The server's own, and links and marks that it makes for itself. */
export const isSystem = (stream: string, event: Recorded): boolean =>
  stream.startsWith('$') || typeOf(event).startsWith('$');

export const revisionOf = (event: Recorded): number => Number(event.getStreamRevision());

/** Fault `unavailable`: a server before 22.6 does not tell where events of a stream stand in the log. */
export const seqOf = (event: Recorded): Seq => {
  const seq = toSeq(event.getCommitPosition());
  if (seq !== undefined) return seq;
  throw new Fault('unavailable', 'the event store is older than 22.6: it tells no positions', { retriable: false });
};

/** With the texts decoded from the very bytes that are stored. */
export const toStored = (event: Recorded, stream: string, position: Position): StoredEvent => ({
  id: event.getId()?.getString() ?? '',
  type: typeOf(event),
  data: text(event.getData_asU8()),
  metadata: text(event.getCustomMetadata_asU8()),
  stream,
  revision: revisionOf(event),
  position,
});
