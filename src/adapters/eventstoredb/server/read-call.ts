/** The call `Read` of the streams protocol, whose answers stay bytes until they are events. */
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { CallContext } from './connection.ts';
import { type Recorded, recordedIn } from './recorded.ts';

/** A response without an event says something of the call. */
export type ReadAnswer = { readonly event: Recorded | undefined };

type ReadCall = {
  on(what: 'data', take: (answer: ReadAnswer) => void): unknown;
  on(what: 'error', failed: (error: unknown) => void): unknown;
  on(what: 'end' | 'close', over: () => void): unknown;
  cancel(): void;
};

const { path, requestSerialize } = StreamsService.read;

export const readCall = ({ grpc, args }: CallContext, request: ReadReq): ReadCall =>
  grpc.makeServerStreamRequest(path, requestSerialize, (bytes) => ({ event: recordedIn(bytes) }), request, ...args);
