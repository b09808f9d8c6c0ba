/**
 * One call for each append: a real deadline, and an error that is this append's alone. On a real server as fast as the
 * shared batch call when many are under way (research, G10).
 */
import type { AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Answer, AppendRequest, Send } from '../calls.ts';
import type { Connection, Work } from './connection.ts';
import { appendMessages } from './messages.ts';
import { taken } from './sending.ts';

export const createUnaryAppend =
  (connection: Connection): Send =>
  async (append, started) =>
    connection.ask('append', appending(append, started));

const appending =
  (append: AppendRequest, started: () => void): Work<Answer> =>
  ({ grpc, args }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const messages = appendMessages(append);
    const call = grpc.append(...args, (error, response) => {
      if (error !== null) return reject(error);
      const answer = answerOf(response);
      return answer === undefined ? reject(new Error('an append was answered by nothing')) : resolve(answer);
    });
    started();
    call.on('error', reject);
    for (const message of messages) call.write(message);
    call.end();
    return { answer: promise, cancel: () => call.cancel() };
  };

const answerOf = (response: AppendResp): Answer | undefined => {
  const success = response.getSuccess();
  if (success !== undefined) return taken(success);
  const wrong = response.getWrongExpectedVersion();
  if (wrong === undefined) return undefined;
  return { kind: 'conflict', actual: wrong.hasCurrentRevision() ? Number(wrong.getCurrentRevision()) : 'none' };
};
