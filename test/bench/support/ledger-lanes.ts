/**
 * Streams that several callers append to at once, each to its own, one event after another: ledgers with a sound chain,
 * as the log that they go to may be one that services check. Events are made ahead, so that nobody's window pays.
 */
import { randomUUID } from 'node:crypto';
import { ledgerStream } from '../../../commands/ledger/stream.ts';
import type { EncodedEvent } from '../../../src/ports/event-store.ts';
import { ledgerRounds } from './ledger-log.ts';

export type Lane<E> = {
  readonly stream: string;
  /** Of the last event that was taken; -1 before the first. */
  revision: number;
  /** The next event of the stream. */
  next(): E;
  /** Makes so many ahead. */
  fill(events: number): void;
};

/** `form`: what an event is made into ahead of time. */
export const createLanes = <E>(count: number, form: (event: EncodedEvent) => E): readonly Lane<E>[] =>
  Array.from({ length: count }, () => createLane(form));

const createLane = <E>(form: (event: EncodedEvent) => E): Lane<E> => {
  const workspaceId = `ws_${randomUUID().replaceAll('-', '').slice(0, 26)}`;
  const rounds = ledgerRounds(workspaceId);
  let ready: E[] = [];
  let at = 0;

  const fill = (events: number): void => {
    ready = ready.slice(at);
    at = 0;
    while (ready.length < events) ready.push(...rounds.next().value.events.map(form));
  };

  return {
    stream: ledgerStream(workspaceId),
    revision: -1,
    next: () => {
      if (at === ready.length) fill(1);
      at += 1;
      return ready[at - 1] as E; // It was just filled.
    },
    fill,
  };
};

/** Each lane appends one event and waits for it, again and again, for so long; appends a second. */
export const appendRate = async <E>(
  lanes: readonly Lane<E>[],
  ms: number,
  append: (lane: Lane<E>, event: E) => Promise<unknown>,
): Promise<number> => {
  const start = performance.now();
  let appended = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      while (performance.now() - start < ms) {
        await append(lane, lane.next());
        lane.revision += 1;
        appended += 1;
      }
    }),
  );
  return (appended * 1_000) / (performance.now() - start);
};
