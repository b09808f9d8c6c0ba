/**
 * The log of the double: a table of its own on the embedded store's database and group commit. Not the embedded event
 * store itself. That one refuses larger appends, any stream name and bytes that are no text; EventStoreDB takes them.
 */
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { createGroupCommit, type Job } from '../../../src/adapters/sqlite/group-commit.ts';
import type { Timers } from '../../../src/ports/basics.ts';
import { decideAppend, NO_STREAM } from './append-rules.ts';
import {
  type AppendRequest,
  countedBytes,
  createRecords,
  recordMigrations,
  type Records,
  sizeInLog,
} from './records.ts';
import { systemEvents } from './system-events.ts';

export type AppendOutcome =
  | {
      readonly kind: 'written';
      /** Of the last event of the append. */
      readonly revision: number;
      readonly position: number;
      /** To be called when the answer is on its way, or when there will be none: until then a twin is not ready. */
      readonly answered: () => void;
    }
  | { readonly kind: 'repeated'; readonly revision: number; readonly position: number }
  /** The same append is under way at this very moment: EventStoreDB drops the twin without an answer. */
  | { readonly kind: 'twin' }
  /** `current` is -1 for no stream. */
  | { readonly kind: 'conflict'; readonly current: number };

export type Storage = {
  append(request: AppendRequest): Promise<AppendOutcome>;
  readonly records: Omit<Records, 'insert'>;
  /** The position of the last event. */
  headPosition(): number;
  /** Calls once, after the next commit. Returns how to give up waiting. */
  onCommit(waiter: () => void): () => void;
  close(): Promise<void>;
};

/** No event is at 0: a log begins with records that are no events. */
const FIRST_POSITION = 1_167;

type AppendJob = Job<AppendOutcome> & AppendRequest;
type Range = { readonly first: number; readonly last: number };

/** Opens or makes the log at `path`, or one in memory (`:memory:`). A new one begins with the server's own events. */
export const openStorage = (path: string, timers: Timers): Storage => {
  const database = openDatabase(path, { synchronous: 'FULL', migrations: recordMigrations });
  const records = createRecords(database);
  const last = records.last();
  let head = last?.position ?? 0;
  /** The last position that was given out; committed or not. */
  let written = head;
  let nextPosition = last === undefined ? FIRST_POSITION : last.position + sizeInLog(last.stream, last);
  /** Where streams end. No other process writes to this file. */
  const ends = new Map<string, number>();
  /** Written appends without an answer yet, by stream. */
  const unanswered = new Map<string, Set<Range>>();
  const waiters = new Set<() => void>();

  const endOf = (stream: string): number => ends.get(stream) ?? records.head.get(stream)?.[0] ?? NO_STREAM;

  const hold = (stream: string, range: Range): (() => void) => {
    const ranges = unanswered.get(stream) ?? new Set();
    unanswered.set(stream, ranges.add(range));
    return () => {
      ranges.delete(range);
      if (ranges.size === 0 && unanswered.get(stream) === ranges) unanswered.delete(stream);
    };
  };

  const write = ({ stream, expected, events }: AppendRequest): AppendOutcome => {
    let position = nextPosition;
    let revision = expected;
    const created = Date.now();
    for (const event of events) {
      position = nextPosition;
      revision += 1;
      nextPosition += sizeInLog(stream, event);
      records.insert({ ...event, stream, revision, position, created });
      written = position;
    }
    ends.set(stream, revision);
    const answered = hold(stream, { first: expected + 1, last: revision });
    return { kind: 'written', revision, position, answered };
  };

  const repeated = ({ stream, expected, events }: AppendRequest): AppendOutcome => {
    const [first, end] = [expected + 1, expected + events.length];
    const twins = [...(unanswered.get(stream) ?? [])].some((range) => range.first <= end && first <= range.last);
    if (twins) return { kind: 'twin' };
    return { kind: 'repeated', revision: end, position: records.idAt.get(stream, end)?.[1] ?? 0 };
  };

  const apply = (job: AppendJob): AppendOutcome => {
    const { stream, expected, events } = job;
    const current = endOf(stream);
    const ids = events.map(({ id }) => id);
    const idAt = (revision: number): string | undefined => records.idAt.get(stream, revision)?.[0];
    const decision = decideAppend({ expected, current, ids, idAt });
    if (decision === 'write') return write(job);
    return decision === 'repeat' ? repeated(job) : { kind: 'conflict', current };
  };

  const commits = createGroupCommit<AppendOutcome, AppendJob>({
    database,
    timers,
    apply,
    committed: () => {
      head = written;
      const woken = [...waiters];
      waiters.clear();
      for (const waiter of woken) waiter();
    },
    rolledBack: () => {
      ends.clear();
      unanswered.clear();
    },
  });

  if (last === undefined) {
    database.exec('BEGIN IMMEDIATE');
    for (const request of systemEvents()) {
      const outcome = write(request);
      if (outcome.kind === 'written') outcome.answered();
    }
    database.exec('COMMIT');
    head = written;
  }

  let closing: Promise<void> | undefined;
  const finish = async (): Promise<void> => {
    await commits.drained();
    database.close();
  };
  return {
    append: async ({ stream, expected, events }) =>
      new Promise((resolve, reject) => {
        commits.enqueue({ stream, expected, events, bytes: countedBytes(events), resolve, reject });
      }),
    records,
    headPosition: () => head,
    onCommit: (waiter) => {
      waiters.add(waiter);
      return () => waiters.delete(waiter);
    },
    close: async () => (closing ??= finish()),
  };
};
