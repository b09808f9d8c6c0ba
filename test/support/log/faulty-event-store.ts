/** An event store that fails when a test says so, in the ways of a real one. */
import { Fault } from '../../../src/kernel/faults.ts';
import type { ExpectedRevision } from '../../../src/kernel/position.ts';
import type { AppendResult, EncodedEvent, EventStore, ReadOptions } from '../../../src/ports/event-store.ts';

export type AppendFault =
  /** Nothing is written, and the caller is told so. */
  | 'unavailable'
  /** Nothing is written; the caller cannot know. */
  | 'lost_before'
  /** All is written; the caller cannot know. */
  | 'lost_after'
  /** Nothing is written until `landLate`; the caller cannot know. */
  | 'delayed'
  /** Waits for `release`, then does as asked. */
  | 'held'
  /** Fails with an error that is no fault at all, as a driver's bug would, after it has written. */
  | 'broken_after';

type Call = { readonly stream: string; readonly expected: ExpectedRevision; readonly events: readonly EncodedEvent[] };

export type FaultyEventStore = EventStore & {
  /** The outcomes of the next appends; later ones are sound. */
  readonly appendFaults: AppendFault[];
  /** How many of the next reads fail as `unavailable`. */
  failReads(count: number): void;
  /** Hands the delayed appends to the store, however late; their results are dropped. */
  landLate(): Promise<void>;
  /** Lets go of the appends that are held. */
  release(): void;
  readonly calls: { append: number; head: number; readStream: number };
  /** The appends as they were asked for, faulty ones included. */
  readonly appends: readonly Call[];
};

export const createFaultyEventStore = (inner: EventStore): FaultyEventStore => {
  const appendFaults: AppendFault[] = [];
  const calls = { append: 0, head: 0, readStream: 0 };
  const appends: Call[] = [];
  let delayed: Call[] = [];
  let held = Promise.withResolvers<void>();
  let failingReads = 0;

  const mayRead = (): void => {
    if (failingReads === 0) return;
    failingReads -= 1;
    throw new Fault('unavailable', 'the store does not answer');
  };

  const append = async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly EncodedEvent[],
  ): Promise<AppendResult> => {
    calls.append += 1;
    const call = { stream, expected, events };
    appends.push(call);
    const fault = appendFaults.shift();
    if (fault === 'unavailable') throw new Fault('unavailable', 'the store does not answer');
    if (fault === 'lost_before') throw new Fault('ambiguous', 'the connection was lost');
    if (fault === 'delayed') {
      delayed.push(call);
      throw new Fault('ambiguous', 'the connection was lost');
    }
    if (fault === 'held') await held.promise;
    const result = await inner.append(stream, expected, events);
    if (fault === 'lost_after') throw new Fault('ambiguous', 'the connection was lost');
    if (fault === 'broken_after') throw new TypeError('cannot read properties of undefined');
    return result;
  };

  return Object.freeze({
    appendFaults,
    calls,
    appends,
    append,
    failReads: (count: number) => {
      failingReads = count;
    },
    landLate: async () => {
      const late = delayed;
      delayed = [];
      for (const { stream, expected, events } of late) {
        await inner.append(stream, expected, events).catch(() => undefined);
      }
    },
    release: () => {
      held.resolve();
      held = Promise.withResolvers();
    },
    readStream: async function* (stream: string, options?: ReadOptions) {
      calls.readStream += 1;
      mayRead();
      yield* inner.readStream(stream, options);
    },
    head: async (stream: string) => {
      calls.head += 1;
      mayRead();
      return inner.head(stream);
    },
  });
};
