/** The shared part of the checks of the message log. */
import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import type { EventStore } from '../../../src/ports/event-store.ts';
import type {
  ConsumeOptions,
  Consumer,
  DeadLetter,
  Handled,
  Message,
  MessageLog,
} from '../../../src/ports/message-log.ts';
import { newEvents, newStream } from '../samples.ts';

export type MessageSubject = {
  /** Where what is consumed is appended. */
  readonly store: EventStore;
  readonly messages: MessageLog;
  /** Lets time pass: truly, or on a clock of the test's own. */
  readonly pass: (ms: number) => Promise<void>;
  /** Another process with the same storage. */
  readonly another: () => Promise<MessageSubject>;
  /** The process is gone without a word: it does nothing any more, and has given nothing back. */
  readonly crash: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export const DONE: Handled = { kind: 'done' };
export const STEP_MS = 25;
export const STEPS_MAX = 2_400;

/** Lets time pass until the condition holds; false if it does not within a minute. */
export const until = async (
  { pass }: MessageSubject,
  condition: () => boolean | Promise<boolean>,
): Promise<boolean> => {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (await condition()) return true;
    await pass(STEP_MS);
  }
  return condition();
};

/** Until nothing is left for the consumer, which then stops. */
export const drained = async (t: ExecutionContext, subject: MessageSubject, consumer: Consumer): Promise<void> => {
  t.true(await until(subject, async () => (await consumer.lag()) === 0));
  await consumer.stop();
};

export const newGroup = (): string => `group-${randomUUID()}`;

/** Consumer options that note every message, and say done unless told otherwise. */
export const noting = (
  changes: Partial<ConsumeOptions> & Pick<ConsumeOptions, 'topic'>,
): { options: ConsumeOptions; seen: Message[] } => {
  const seen: Message[] = [];
  const options: ConsumeOptions = {
    group: newGroup(),
    inFlightMax: 8,
    ordered: true,
    ...changes,
    handle: async (message, stillOwned) => {
      seen.push(message);
      return (await changes.handle?.(message, stillOwned)) ?? DONE;
    },
  };
  return { options, seen };
};

export const revisionsByKey = (seen: readonly Message[]): Record<string, number[]> => {
  const found: Record<string, number[]> = {};
  for (const { key, event } of seen) (found[key] ??= []).push(event.revision);
  return found;
};

/** One event after the other to each of `keys` streams. */
export const fill = async (store: EventStore, category: string, keys: number, each: number): Promise<string[]> => {
  const streams = Array.from({ length: keys }, () => newStream(category));
  for (let revision = 0; revision < each; revision += 1) {
    const expected = revision === 0 ? 'none' : revision - 1;
    await Promise.all(streams.map(async (stream) => store.append(stream, expected, newEvents(1))));
  }
  return streams;
};

export const lettersOf = async (messages: MessageLog, group: string, page = 100): Promise<DeadLetter[]> => {
  const all: DeadLetter[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const found: Awaited<ReturnType<MessageLog['deadLetters']>> = await messages.deadLetters(page, after);
    all.push(...found.letters);
    after = found.next;
  }
  return all.filter((letter) => letter.group === group);
};

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
