/**
 * Appends over one shared call (`BatchAppend`, servers from 21.10 on): one message for each append, of any number of
 * events (decision 0059). The table of pending appends is our own. All clients of a process share the client's table.
 * It hangs for ever on a silent server and ends the process on a late answer.
 */
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js';
import { limits } from '../../../kernel/limits.ts';
import type { Clock, Timers } from '../../../ports/basics.ts';
import type { Answer, AppendRequest, Send } from './calls.ts';
import { toSeq } from './sequence.ts';
import type { Connection } from './connection.ts';
import { isToBeAskedAgain, isUnsent, status, troubleOf } from './faults.ts';
import { batchMessage } from './messages.ts';

type Waiting = { readonly append: AppendRequest; resolve(answer: Answer): void; reject(error: unknown): void };

/**
 * The server gets a time of day until which it may take an append. It uses its own write timeout (2 s) if sooner. The
 * time is far ahead, so that a slow clock of ours fails no append; our own deadline is a timer.
 */
const LATEST_MS = 24 * 60 * 60 * 1_000;

/** The one call, from the first append on until it ends. */
type Call = {
  /** Resolves when it can be written to. */
  readonly open: Promise<(message: BatchAppendReq) => void>;
  readonly waiting: Map<string, Waiting>;
  /** Appends in a row that were given up for want of an answer: pings are answered by servers that are deaf, too. */
  unanswered: number;
  /** An append was given up at some time: the server's error of the call may be about that one. */
  isDoubtful: boolean;
  /** The server has answered an append: from then on no error can mean that none was sent. */
  isProven: boolean;
  /** Ends it as if the server had, whether it is open or not; it is told to the connection as any error. */
  readonly giveUp: (error: unknown) => void;
};

export type BatchAppendDeps = {
  readonly connection: Connection;
  readonly clock: Pick<Clock, 'now'>;
  readonly timers: Timers;
};

export const createBatchAppend = ({ connection, clock, timers }: BatchAppendDeps): Send => {
  let current: Call | undefined;
  let sent = 0;

  const start = (): Call => {
    const waiting = new Map<string, Waiting>();
    const opened = Promise.withResolvers<(message: BatchAppendReq) => void>();
    const end = Promise.withResolvers<void>();
    const giveUp = (error: unknown): void => {
      over(error);
      end.reject(error);
    };
    const call: Call = { open: opened.promise, waiting, unanswered: 0, isDoubtful: false, isProven: false, giveUp };
    const kept = connection.keep('batchAppend', ({ grpc, args }) => {
      const duplex = grpc.batchAppend(...args);
      duplex.on('data', (response: BatchAppendResp) => {
        call.unanswered = 0;
        call.isProven = true;
        settle(waiting, response);
      });
      duplex.on('error', end.reject);
      // A server that stops in good order ends the call without an error.
      duplex.on('end', end.resolve);
      opened.resolve((message) => duplex.write(message));
      return { answer: end.promise, cancel: () => duplex.cancel() };
    });
    const over = (error: unknown): void => {
      if (current === call) current = undefined;
      opened.reject(error);
      // Another node leads: that is said of one append, which was not taken. Of several, the others may have been. A
      // call without a connection took none. Any other end of a call leaves its appends in doubt.
      const isOfOne = waiting.size === 1 && !call.isDoubtful && troubleOf(error).type === 'not-leader';
      const isUntaken = isOfOne || (isUnsent(error) && !call.isProven);
      for (const one of waiting.values()) one.reject(isUntaken ? error : ended(error));
      waiting.clear();
    };
    kept.then(() => over(undefined), over);
    opened.promise.catch(() => undefined);
    // It may be given up before it is made.
    end.promise.catch(() => undefined);
    return call;
  };

  const sendOnce: Send = async (append, started) => {
    const call = (current ??= start());
    sent += 1;
    const id = `00000000-0000-4000-8000-${sent.toString(16).padStart(12, '0')}`;
    const answer = Promise.withResolvers<Answer>();
    const done = new AbortController();
    const timeUp = async (): Promise<never> => {
      await timers.sleep(connection.deadlineMs, done.signal);
      const late = Object.assign(new Error('no answer within the deadline'), { code: status.deadlineExceeded });
      call.unanswered += 1;
      call.isDoubtful = true;
      if (call.unanswered >= limits.eventStoreFailuresMax) call.giveUp(late);
      throw late;
    };
    const sending = async (): Promise<Answer> => {
      const write = await call.open;
      if (done.signal.aborted) throw ended();
      call.waiting.set(id, { append, ...answer });
      started();
      write(batchMessage(append, id, clock.now() + LATEST_MS));
      return answer.promise;
    };
    try {
      return await Promise.race([sending(), timeUp()]);
    } finally {
      done.abort('answered');
      call.waiting.delete(id);
    }
  };

  /** As the connection does with calls that have an answer: by now the client has turned to the new leader. */
  return async (append, started) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sendOnce(append, started);
      } catch (error) {
        if (!isToBeAskedAgain(error) || attempt >= limits.eventStoreLeaderRetriesMax) throw error;
        if (attempt > 0) await timers.sleep(limits.eventStoreLeaderRetryMs * attempt);
      }
    }
  };
};

const taken = (success: BatchAppendResp.Success): Answer => {
  const commit = success.getPosition()?.getCommitPosition();
  return {
    kind: 'taken',
    revision: Number(success.getCurrentRevision()),
    seq: commit === undefined ? undefined : toSeq(commit),
  };
};

/** An answer without a waiter belongs to an append that was told ambiguous before. */
const settle = (waiting: Map<string, Waiting>, response: BatchAppendResp): void => {
  const id = response.getCorrelationId()?.getString() ?? '';
  const one = waiting.get(id);
  if (one === undefined) return;
  waiting.delete(id);
  const success = response.getSuccess();
  const error = response.getError();
  if (success !== undefined) return one.resolve(taken(success));
  if (error === undefined) return one.reject(new Error('an append was answered by nothing'));
  const named: unknown = unpackToCommandError(error, one.append.stream);
  const actual = conflictIn(named);
  return actual === undefined ? one.reject(named) : one.resolve({ kind: 'conflict', actual });
};

const conflictIn = (error: unknown): Extract<Answer, { kind: 'conflict' }>['actual'] | undefined => {
  const { type, actualVersion } = error as { readonly type?: unknown; readonly actualVersion?: unknown };
  if (type !== 'wrong-expected-version') return undefined;
  return typeof actualVersion === 'bigint' ? Number(actualVersion) : 'none';
};

const ended = (cause?: unknown): Error =>
  Object.assign(new Error('the shared call has ended', { cause }), { code: status.cancelled });
