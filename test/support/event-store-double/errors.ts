/** The ways in which the server says no, as it says them: gRPC statuses with trailers, and statuses within a batch. */
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import codePb from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statusPb, { type Status } from '@eventstore/db-client/generated/status_pb.js';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

export type Endpoint = { readonly host: string; readonly port: number };

export type Failure =
  | { readonly kind: 'not-leader'; readonly leader: Endpoint }
  | { readonly kind: 'unavailable' }
  /** The server has given up waiting for itself. The outcome is open. */
  | { readonly kind: 'timeout'; readonly message?: string }
  | { readonly kind: 'unknown'; readonly message?: string }
  /** A live subscription has no place for one more event. */
  | { readonly kind: 'too-slow' }
  | { readonly kind: 'cancelled' }
  /** The error that a stopping server leaves its subscriptions with. */
  | { readonly kind: 'internal' }
  | { readonly kind: 'too-large'; readonly bytesMax: number }
  | { readonly kind: 'invalid-argument'; readonly message: string }
  | { readonly kind: 'unimplemented'; readonly message: string };

const serviceError = (code: status, details: string, trailers: Readonly<Record<string, string>> = {}): ServiceError => {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
};

const TOO_SLOW = 'Consumer too slow to handle event while live. Client resubscription required.';

/** As a call that fails shows it; codes, trailers and texts of RpcExceptions.cs of the server. */
export const toServiceError = (failure: Failure): ServiceError => {
  switch (failure.kind) {
    case 'not-leader':
      return serviceError(status.NOT_FOUND, 'Leader info available', {
        exception: 'not-leader',
        'leader-endpoint-host': failure.leader.host,
        'leader-endpoint-port': String(failure.leader.port),
      });
    case 'unavailable':
      return serviceError(status.UNAVAILABLE, 'Server Is Not Ready');
    case 'timeout':
      return serviceError(status.ABORTED, `Operation timed out: ${failure.message ?? 'Commit phase timeout.'}`);
    case 'too-slow':
      return serviceError(status.ABORTED, `Operation timed out: ${TOO_SLOW}`);
    case 'unknown':
      return serviceError(status.UNKNOWN, failure.message ?? 'Exception was thrown by handler.');
    case 'cancelled':
      return serviceError(status.CANCELLED, 'Server shutting down.');
    case 'internal':
      return serviceError(status.INTERNAL, 'Received RST_STREAM with code 2');
    case 'too-large':
      return serviceError(status.INVALID_ARGUMENT, `Maximum Append Size of ${failure.bytesMax} Exceeded.`, {
        exception: 'maximum-append-size-exceeded',
        'maximum-append-size': String(failure.bytesMax),
      });
    case 'invalid-argument':
      return serviceError(status.INVALID_ARGUMENT, failure.message);
    case 'unimplemented':
      return serviceError(status.UNIMPLEMENTED, failure.message);
  }
};

type Message = { serializeBinary(): Uint8Array };

const detailed = (code: number, message: string, name: string, details: Message): Status => {
  const any = new anyPb.Any();
  any.pack(details.serializeBinary(), name);
  return new statusPb.Status().setCode(code).setMessage(message).setDetails(any);
};

const { Code } = codePb;

/** As one append within a batch call shows it; undefined where the server fails the whole call instead. */
export const toBatchStatus = (failure: Failure): Status | undefined => {
  const ours = (code: number, message: string, name: string, details: Message): Status =>
    detailed(code, message, `event_store.client.${name}`, details);
  const unnamed = (code: number, message: string): Status =>
    detailed(code, message, 'google.protobuf.Empty', new emptyPb.Empty());
  switch (failure.kind) {
    case 'not-leader':
    case 'cancelled':
    case 'internal':
    case 'too-slow':
    case 'invalid-argument':
      return undefined;
    case 'unavailable':
      return unnamed(Code.UNAVAILABLE, 'Server Is Not Ready');
    case 'timeout':
      return ours(Code.DEADLINE_EXCEEDED, 'Timeout', 'Timeout', new shared.Timeout());
    case 'unknown':
      return ours(Code.UNKNOWN, 'Unknown', 'Unknown', new shared.Unknown());
    case 'too-large':
      return ours(
        Code.INVALID_ARGUMENT,
        'MaximumAppendSizeExceeded',
        'MaximumAppendSizeExceeded',
        new shared.MaximumAppendSizeExceeded().setMaxappendsize(failure.bytesMax),
      );
    case 'unimplemented':
      return unnamed(Code.UNIMPLEMENTED, failure.message);
  }
};

/** Revisions are -1 for no stream. */
export const wrongVersionStatus = (expected: number, current: number): Status => {
  const details = new shared.WrongExpectedVersion();
  if (current < 0) details.setCurrentNoStream(new emptyPb.Empty());
  else details.setCurrentStreamRevision(String(current));
  if (expected < 0) details.setExpectedNoStream(new emptyPb.Empty());
  else details.setExpectedStreamPosition(String(expected));
  const name = 'event_store.client.WrongExpectedVersion';
  return detailed(Code.ALREADY_EXISTS, 'WrongExpectedVersion', name, details);
};
