/**
 * The connection to the server: one client at a time, replaced when it is ill. A failed discovery can stay with a
 * client for its life. So can errors that it does not take for the end of a connection. Every call has an end.
 */
import { Fault } from '../../../kernel/faults.ts';
import { createDeadlines } from '../../../kernel/deadlines.ts';
import { limits } from '../../../kernel/limits.ts';
import type { Logger, Timers } from '../../../ports/basics.ts';
import { isPoison, isToBeAskedAgain, status } from './faults.ts';
import { type CallArguments, type Client, StreamsClient } from './client.ts';

/** One call: its options, and a way to end it early. */
export type CallContext = { readonly grpc: StreamsClient; readonly args: CallArguments };
export type Work<T> = (context: CallContext) => { readonly answer: Promise<T>; readonly cancel: () => void };

export type Connection = {
  /** A call that has its answer within `deadlineMs` times `patience`, 1 unless stated. Errors are the client's own. */
  ask<T>(name: string, work: Work<T>, patience?: number): Promise<T>;
  /**
   * A call that goes on until it is cancelled or fails, which is its answer; it is made once. Where another node leads
   * the next call goes there.
   */
  keep(name: string, work: Work<void>): Promise<void>;
  readonly deadlineMs: number;
  /** Cancels the calls under way. From then on every call fails with this error. */
  close(fault: Fault): void;
};

export type ConnectionDeps = {
  readonly create: () => Client;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'warn'>;
  /** How long an answer may take; `limits.eventStoreDeadlineMs` unless stated. */
  readonly deadlineMs?: number;
};

/** The call's own deadline fires first; ours is for steps before the call, like discovery. */
const GRACE_MS = 250;

export const createConnection = ({ create, timers, logger, deadlineMs: stated }: ConnectionDeps): Connection => {
  const deadlineMs = stated ?? limits.eventStoreDeadlineMs;
  const underWay = new Set<() => void>();
  const deadlines = createDeadlines(timers);
  let closed: Fault | undefined;
  const refuse = (): void => {
    if (closed !== undefined) throw closed;
  };
  let failures = 0;
  let lastGrpc: StreamsClient | undefined;
  let handling: Promise<void> = Promise.resolve();

  const make = (): Client => {
    const client = create();
    const handle = client.handleError;
    // The client does not await it, and it can throw: a channel that is being replaced fails, or a trailer is missing.
    // Unhandled, that ends the process.
    client.handleError = async (grpc, error) => {
      handling = handle(grpc, error).catch((cause: unknown) => renew(client, cause));
      return handling;
    };
    return client;
  };
  let current = make();

  const renew = (ill: Client, cause: unknown): void => {
    if (ill !== current || closed !== undefined) return;
    let made: Client;
    try {
      made = make();
    } catch (error) {
      // Files of certificates can be gone for a moment. The caller must get the error of the call itself.
      logger.warn({ err: error }, 'the client of the event store cannot be made anew');
      return;
    }
    logger.warn({ err: cause }, 'the client of the event store is made anew');
    failures = 0;
    current = made;
    lastGrpc?.close();
    lastGrpc = undefined;
  };

  const judge = (client: Client, error: unknown): void => {
    const verdict = isPoison(error);
    if (verdict === 'no' || client !== current) return;
    failures += 1;
    if (verdict === 'yes' || failures >= limits.eventStoreFailuresMax) renew(client, error);
  };

  const argumentsFor = (client: Client, ms: number): CallArguments =>
    ms === Infinity
      ? client.callArguments({ requiresLeader: true }, { deadline: Infinity })
      : client.callArguments({ requiresLeader: true, deadline: ms });

  /** `ms`: the deadline; Infinity for a call that stays open. */
  const run = async <T>(client: Client, name: string, work: Work<T>, ms: number): Promise<T> => {
    let over = false;
    let cancel: (() => void) | undefined;
    const call = client.execute(StreamsClient, name, async (grpc) => {
      if (over) throw late();
      refuse();
      lastGrpc = grpc;
      const started = work({ grpc, args: argumentsFor(client, ms) });
      cancel = started.cancel;
      underWay.add(cancel);
      return started.answer;
    });
    try {
      return await (ms === Infinity ? call : deadlines.within(ms + GRACE_MS, call, late));
    } catch (error) {
      cancel?.();
      throw error;
    } finally {
      over = true;
      if (cancel !== undefined) underWay.delete(cancel);
    }
  };

  const retried = async <T>(name: string, work: Work<T>, ms: number): Promise<T> => {
    for (let attempt = 0; ; attempt += 1) {
      refuse();
      const client = current;
      try {
        const answer = await run(client, name, work, ms);
        failures = 0;
        return answer;
      } catch (error) {
        refuse();
        judge(client, error);
        if (!isToBeAskedAgain(error)) throw error;
        // The client turns to the leader that it was told of.
        await handling;
        if (ms === Infinity || attempt >= limits.eventStoreLeaderRetriesMax) throw error;
        if (attempt > 0) await timers.sleep(limits.eventStoreLeaderRetryMs * attempt);
      }
    }
  };

  return {
    ask: async (name, work, patience = 1) => retried(name, work, deadlineMs * patience),
    keep: async (name, work) => retried(name, work, Infinity),
    deadlineMs,
    close: (fault) => {
      if (closed !== undefined) return;
      closed = fault;
      for (const cancel of underWay) cancel();
      lastGrpc?.close();
    },
  };
};

/** As the client itself would say it. */
const late = (): Error =>
  Object.assign(new Error('no answer within the deadline'), {
    code: status.deadlineExceeded,
    type: 'deadline-exceeded',
  });
