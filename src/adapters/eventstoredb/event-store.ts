/** The event store on EventStoreDB. It refuses input that the server and client would take but must not see. */
import { checkAppend } from '../../kernel/append-bounds.ts';
import { EPOCH_STREAM } from '../../kernel/epochs.ts';
import { assert, Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { type ExpectedRevision, firstRevisionAfter, type Revision } from '../../kernel/position.ts';
import type { AppendResult, EncodedEvent, EventStore, ReadOptions, StoredEvent } from '../../ports/event-store.ts';
import type { Answer, AppendRequest, Calls, LogEvent } from './server/calls.ts';
import { appendFault, readFault } from './server/faults.ts';
import type { LogPositions } from './log-positions.ts';
import { toStored } from './stored.ts';

export type EventStoreDeps = {
  readonly calls: Pick<Calls, 'append' | 'read'>;
  readonly positions: LogPositions;
  /** Refuses appends once the log is closing. */
  readonly refusal: () => Fault | undefined;
  /** Told of every append that is under way. */
  readonly underWay: (append: Promise<unknown>) => void;
};

export const createEventStore = (deps: EventStoreDeps): EventStore => {
  const { calls, positions, refusal, underWay } = deps;

  const reading = async <T>(stream: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw readFault(error, { stream });
    }
  };

  const readOne = async (stream: string, from: Revision | 'end'): Promise<LogEvent | undefined> => {
    const request = { of: 'stream', stream, from, direction: 'backwards', count: 1 } as const;
    return reading(stream, async () => (await calls.read(request)).events[0]);
  };

  /** Before anything is sent: a server that cannot be asked has written nothing. */
  const look = async (stream: string): Promise<void> =>
    reading(stream, async () => positions.look(stream === EPOCH_STREAM ? 'now' : undefined));

  const sendOnce = async (append: AppendRequest): Promise<Answer> => {
    let started = false;
    try {
      return await calls.append(append, () => {
        started = true;
      });
    } catch (error) {
      throw appendFault(error, started, { stream: append.stream, expected: append.expected });
    }
  };

  /** The server has taken the append, now or before. It need not say where, nor where of a part of an earlier one. */
  const resultOf = async (append: AppendRequest, answer: Answer & { kind: 'taken' }): Promise<AppendResult> => {
    const { stream, expected, events } = append;
    const revision = firstRevisionAfter(expected) + events.length - 1;
    if (answer.revision === revision && answer.seq !== undefined) {
      return { revision, position: positions.positionOf(answer.seq) };
    }
    const last = await readOne(stream, revision).catch((cause: unknown) => {
      throw new Fault('ambiguous', 'an append was taken, but not where', { cause, detail: { stream } });
    });
    if (last !== undefined && last.revision === revision && last.id === events.at(-1)?.id) {
      return { revision, position: positions.positionOf(last.seq) };
    }
    if (last === undefined && answer.revision === revision) {
      throw new Fault('ambiguous', 'an append was taken, but does not show yet', { detail: { stream } });
    }
    // So it is where streams were deleted: those go on past the revision that they had.
    const detail = { reason: 'stream_deleted', stream, expected, actual: answer.revision };
    throw new Fault('corrupt', `an append to ${stream} was taken at another revision`, { detail });
  };

  const take = async (append: AppendRequest): Promise<AppendResult> => {
    const { stream, expected } = append;
    await look(stream);
    const answer = await sendOnce(append);
    if (answer.kind === 'conflict') {
      const { actual } = answer;
      throw new Fault('conflict', `the stream is at ${actual}, not at ${expected}`, {
        detail: { stream, expected, actual },
      });
    }
    if (stream === EPOCH_STREAM) {
      await positions.look('now').catch((cause: unknown) => {
        throw appendFault(cause, true, { stream, expected });
      });
    }
    return resultOf(append, answer);
  };

  const append = async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly EncodedEvent[],
  ): Promise<AppendResult> => {
    checkRequest({ stream, expected, events });
    const fault = refusal();
    if (fault !== undefined) throw fault;
    const result = take({ stream, expected, events });
    underWay(result);
    return result;
  };

  const readStream = async function* (stream: string, options: ReadOptions = {}): AsyncGenerator<StoredEvent> {
    const { direction = 'forwards', limit = Infinity } = options;
    const step = direction === 'forwards' ? 1 : -1;
    let from: Revision | 'end' = options.from ?? (direction === 'forwards' ? 0 : 'end');
    await look(stream);
    for (let left = limit; left > 0 && (from === 'end' || from >= 0);) {
      const wanted = Math.min(left, limits.eventStoreSmallReadEventsMax);
      const request = { of: 'stream', stream, from, direction, count: wanted } as const;
      const page = await reading(stream, async () => calls.read(request));
      for (const event of page.events) yield toStored(event, positions.positionOf(event.seq));
      const last = page.events.at(-1);
      if (last === undefined || (page.events.length < wanted && !page.cut)) return;
      left -= page.events.length;
      from = last.revision + step;
    }
  };

  const head = async (stream: string): Promise<AppendResult | undefined> => {
    await look(stream);
    const last = await readOne(stream, 'end');
    return last && { revision: last.revision, position: positions.positionOf(last.seq) };
  };

  return Object.freeze({ append, readStream, head });
};

/** The server knows ids as UUIDs only, and gives them back in lower case. */
const UUID = /^(?!0{8}-)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** BrokenInvariant, or fault `too_large`. */
const checkRequest = ({ stream, expected, events }: AppendRequest): void => {
  assert(/^[^-$][^-]*-/.test(stream) && stream.isWellFormed(), 'a stream is <category>-<id>');
  assert(expected === 'none' || (Number.isSafeInteger(expected) && expected >= 0), 'a revision counts from 0');
  checkAppend(events);
  for (const { id, type } of events) {
    assert(UUID.test(id), 'the id of an event is a UUID in lower case');
    assert(!type.startsWith('$'), 'types of events that begin with $ are the server’s own');
  }
};
