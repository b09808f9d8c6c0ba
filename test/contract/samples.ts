/** Data that contract checks write: unique names, and events that are easy to tell apart. */
import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { Fault, type FaultCode } from '../../src/kernel/faults.ts';
import type { EncodedEvent, EventStore } from '../../src/ports/event-store.ts';

/** A unique stream, of a category that only this run has unless it is named. */
export const newStream = (category = newCategory()): string => `${category}-${randomUUID()}`;

export const newCategory = (): string => `check${randomUUID().replaceAll('-', '').slice(0, 12)}`;

export const newEvent = (changes: Partial<EncodedEvent> = {}): EncodedEvent => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  data: JSON.stringify({ n: Math.trunc(Math.random() * 1e9) }),
  metadata: '{"actor":"tool:check"}',
  ...changes,
});

export const newEvents = (count: number): EncodedEvent[] => Array.from({ length: count }, () => newEvent());

/** The position of the event that starts an epoch, which its `data` may name. */
export const startEpoch = async (store: EventStore, data = '{}'): Promise<string> => {
  const head = await store.head('system-log');
  const started = newEvent({ type: 'LogEpochStarted', data });
  return (await store.append('system-log', head?.revision ?? 'none', [started])).position;
};

/** JSON text of exactly so many bytes. */
export const jsonOfBytes = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2));

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

export const rejectsWith = async (
  t: ExecutionContext,
  promise: Promise<unknown>,
  code: FaultCode,
  message?: string,
): Promise<Fault | undefined> => t.throwsAsync(promise, { instanceOf: Fault, code }, message);

/** Text that a careless store changes: outside the basic plane, combining, right to left, controls, look-alikes. */
export const oddTexts = [
  '🎬🧑🏽‍🚀',
  'e\u0301 vs \u00e9',
  'שלום \u202e',
  '\u0001\u001f\u007f\ufeff\ufffd',
  '\u2028\u2029',
  `"'\\;--\${}%s`,
  'ﬀ',
  '\u{10ffff}',
];
