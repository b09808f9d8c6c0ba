/** Events as the server sends them. */
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { Fault } from '../../../kernel/faults.ts';
import type { LogEvent } from '../calls.ts';
import { type Seq, toSeq } from '../sequence.ts';

type Recorded = ReadResp.ReadEvent.RecordedEvent;

const text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

const none = new Uint8Array();

/** Fault `unavailable`: a server before 22.6 does not tell where events of a stream stand in the log. */
const seqOf = (event: Recorded): Seq => {
  const seq = toSeq(event.getCommitPosition());
  if (seq !== undefined) return seq;
  throw new Fault('unavailable', 'the event store is older than 22.6: it tells no positions', { retriable: false });
};

/** The event of a response, if it has one, of a stream whose name begins so. Fault: that of `seqOf`. */
export const eventIn = (response: ReadResp, prefix: string): LogEvent | undefined => {
  const event = response.getEvent()?.getEvent();
  return (
    event && {
      id: event.getId()?.getString() ?? '',
      type: event.getMetadataMap().get('type') ?? '',
      data: text(event.getData_asU8()),
      metadata: text(event.getCustomMetadata_asU8()),
      stream: text(event.getStreamIdentifier()?.getStreamName_asU8() ?? none).slice(prefix.length),
      revision: Number(event.getStreamRevision()),
      seq: seqOf(event),
    }
  );
};
