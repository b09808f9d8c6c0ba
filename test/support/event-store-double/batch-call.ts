/** BatchAppend: all appends of a client by one call, answered by correlation id as they come to an end. */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { NO_STREAM, UNKNOWN_REVISION } from './append-rules.ts';
import { type AppendAnswer, type Appends, refusalOf } from './appends.ts';
import { type Failure, toBatchStatus, toServiceError, wrongVersionStatus } from './errors.ts';
import { streamNameOf, toIdentifier, toProposed } from './messages.ts';
import type { AppendRequest, ProposedEvent } from './records.ts';

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;
type Pending = Omit<AppendRequest, 'events'> & { readonly events: ProposedEvent[] };

const expectedOf = (options: BatchAppendReq.Options): number => {
  if (options.hasStreamPosition()) return Number(options.getStreamPosition());
  return options.hasNoStream() ? NO_STREAM : UNKNOWN_REVISION;
};

const isLate = (options: BatchAppendReq.Options): boolean => {
  const deadline = options.getDeadline();
  return deadline !== undefined && deadline.toDate().getTime() <= Date.now();
};

const successOf = ({ revision, position }: Extract<AppendAnswer, { kind: 'success' }>): BatchAppendResp.Success => {
  const success = new streams.BatchAppendResp.Success().setPosition(
    new shared.AllStreamPosition().setCommitPosition(String(position)).setPreparePosition(String(position)),
  );
  return success.setCurrentRevision(String(revision));
};

export type BatchDeps = {
  readonly append: Appends;
  readonly cut: (peer: string) => void;
  readonly appendBytesMax: number;
};

export const createBatchCall =
  ({ append, cut, appendBytesMax }: BatchDeps) =>
  (call: Call): void => {
    const pending = new Map<string, Pending>();
    let underWay = 0;
    let closing = false;

    const fail = (failure: Failure): void => {
      if (!call.cancelled) call.emit('error', toServiceError(failure));
    };

    const respond = (id: string, stream: string, fill: (response: BatchAppendResp) => void): void => {
      const response = new streams.BatchAppendResp()
        .setCorrelationId(new shared.UUID().setString(id))
        .setStreamIdentifier(toIdentifier(stream));
      fill(response);
      if (!call.cancelled && call.writable) call.write(response);
    };

    const refuse = (id: string, stream: string, failure: Failure): void => {
      const status = toBatchStatus(failure);
      if (status === undefined) fail(failure);
      else respond(id, stream, (response) => response.setError(status));
    };

    const answer = (id: string, stream: string, given: AppendAnswer): void => {
      switch (given.kind) {
        case 'success':
          return respond(id, stream, (response) => response.setSuccess(successOf(given)));
        case 'wrong-version': {
          const status = wrongVersionStatus(given.expected, given.current);
          return respond(id, stream, (response) => response.setError(status));
        }
        case 'failed':
          return refuse(id, stream, given.failure);
        case 'cut':
          return cut(call.getPeer());
        case 'none':
          return undefined;
      }
    };

    const perform = async (id: string, request: Pending): Promise<void> => {
      underWay += 1;
      answer(id, request.stream, await append(request));
      underWay -= 1;
      if (closing && underWay === 0) call.end();
    };

    /** A refusal of an append that is still arriving is answered at once. */
    const refusedEarly = (id: string, request: Pending): boolean => {
      const refusal = refusalOf(request, appendBytesMax);
      if (refusal === undefined) return false;
      pending.delete(id);
      refuse(id, request.stream, refusal);
      return true;
    };

    const take = (message: BatchAppendReq): void => {
      const id = message.getCorrelationId()?.getString() ?? '';
      const options = message.getOptions();
      if (options !== undefined) {
        const stream = streamNameOf(options.getStreamIdentifier());
        if (isLate(options)) return refuse(id, stream, { kind: 'timeout' });
        pending.set(id, { stream, expected: expectedOf(options), events: [] });
      }
      const request = pending.get(id);
      if (request === undefined) return undefined;
      request.events.push(...message.getProposedMessagesList().map(toProposed));
      if (refusedEarly(id, request) || !message.getIsFinal()) return undefined;
      pending.delete(id);
      perform(id, request).catch((error: unknown) => fail({ kind: 'unknown', message: String(error) }));
      return undefined;
    };

    call.on('data', take);
    call.on('end', () => {
      closing = true;
      if (underWay === 0) call.end();
    });
  };
