/**
 * Streams to which several callers append at once, each to its own, one event after another. They are ledgers with a
 * valid chain, as services may check their log. Events are made ahead, outside the windows. No window leaves a hold
 * open: a supervisor would release it.
 */
import { randomUUID } from 'node:crypto';
import { ledgerStream } from '../../../commands/ledger/decider.ts';
import type { EncodedEvent } from '../../../src/ports/event-store.ts';
import { ledgerRounds } from './ledger-log.ts';

export type Stream<E> = {
  readonly stream: string;
  /** Of the last event that was taken; -1 before the first. */
  revision: number;
  /** The next event of the stream. */
  next(): E;
  /** Whether a window may end after the last event that was taken: a lane has no hold open. */
  isAtRest(): boolean;
};

export type Lane<E> = Stream<E> & {
  /** Makes so many ahead. */
  fill(events: number): void;
};

/** `form`: what an event is made into ahead of time. */
export const createLanes = <E>(count: number, form: (event: EncodedEvent) => E): readonly Lane<E>[] =>
  Array.from({ length: count }, () => createLane(form));

const createLane = <E>(form: (event: EncodedEvent) => E): Lane<E> => {
  const workspaceId = `ws_${randomUUID().replaceAll('-', '').slice(0, 26)}`;
  const rounds = ledgerRounds(workspaceId);
  let ready: (readonly [event: E, isLast: boolean])[] = [];
  let at = 0;
  let resting = true;

  const fill = (events: number): void => {
    ready = ready.slice(at);
    at = 0;
    while (ready.length < events) {
      const round = rounds.next().value.events;
      ready.push(...round.map((event, index) => [form(event), index === round.length - 1] as const));
    }
  };

  return {
    stream: ledgerStream(workspaceId),
    revision: -1,
    next: () => {
      if (at === ready.length) fill(1);
      const [event, isLast] = ready[at] as (typeof ready)[number]; // It was just filled.
      at += 1;
      resting = isLast;
      return event;
    },
    isAtRest: () => resting,
    fill,
  };
};

/** Each stream appends one event and waits for it, again and again, for so long; appends a second. */
export const appendRate = async <E>(
  lanes: readonly Stream<E>[],
  ms: number,
  append: (lane: Stream<E>, event: E) => Promise<unknown>,
): Promise<number> => {
  const start = performance.now();
  let appended = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      while (performance.now() - start < ms || !lane.isAtRest()) {
        await append(lane, lane.next());
        lane.revision += 1;
        appended += 1;
      }
    }),
  );
  return (appended * 1_000) / (performance.now() - start);
};
