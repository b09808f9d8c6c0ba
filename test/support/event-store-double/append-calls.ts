/** Append (one call an append) and BatchAppend (one call for all appends of a client). */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type AppendReq, type AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { sendUnaryData, ServerReadableStream } from '@grpc/grpc-js';
import { NO_STREAM, UNKNOWN_REVISION } from './append-rules.ts';
import type { AppendAnswer, Appends } from './appends.ts';
import { toServiceError } from './errors.ts';
import { streamNameOf, toProposed } from './messages.ts';
import type { ProposedEvent } from './records.ts';

const toResponse = (answer: Extract<AppendAnswer, { kind: 'success' | 'wrong-version' }>): AppendResp => {
  const response = new streams.AppendResp();
  if (answer.kind === 'success') {
    const position = new streams.AppendResp.Position()
      .setCommitPosition(String(answer.position))
      .setPreparePosition(String(answer.position));
    const success = new streams.AppendResp.Success().setPosition(position);
    return response.setSuccess(success.setCurrentRevision(String(answer.revision)));
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (answer.current < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(answer.current));
  if (answer.expected < 0) wrong.setExpectedNoStream(new shared.Empty());
  else wrong.setExpectedRevision(String(answer.expected));
  return response.setWrongExpectedVersion(wrong);
};

const expectedOf = (options: AppendReq.Options | undefined): number => {
  if (options?.hasRevision() === true) return Number(options.getRevision());
  return options?.hasNoStream() === true ? NO_STREAM : UNKNOWN_REVISION;
};

/** `cut` cuts the connection that a call came by. */
export const createAppendCall =
  (append: Appends, cut: (peer: string) => void) =>
  (call: ServerReadableStream<AppendReq, AppendResp>, callback: sendUnaryData<AppendResp>): void => {
    let options: AppendReq.Options | undefined;
    const events: ProposedEvent[] = [];
    const perform = async (): Promise<void> => {
      const stream = streamNameOf(options?.getStreamIdentifier());
      const answer = await append({ stream, expected: expectedOf(options), events });
      if (answer.kind === 'cut') cut(call.getPeer());
      else if (answer.kind === 'failed') callback(toServiceError(answer.failure));
      else if (answer.kind !== 'none') callback(null, toResponse(answer));
    };
    call.on('data', (request: AppendReq) => {
      options ??= request.getOptions();
      const message = request.getProposedMessage();
      if (message !== undefined) events.push(toProposed(message));
    });
    const ended = (): void => {
      // Half an append is none.
      if (call.cancelled || options === undefined) return;
      perform().catch((error: unknown) => callback(toServiceError({ kind: 'unknown', message: String(error) })));
    };
    // Of a connection that was cut it is known a turn later than of the end of what has come.
    call.on('end', () => setImmediate(ended));
  };
