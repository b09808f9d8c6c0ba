/** The event store on SQLite: appends in group commits, checked as EventStoreDB checks them. */
import { checkAppend } from '../../kernel/append-bounds.ts';
import { assert, Fault } from '../../kernel/faults.ts';
import type { ExpectedRevision, Revision } from '../../kernel/position.ts';
import type { AppendResult, EncodedEvent, EventStore, ReadOptions, StoredEvent } from '../../ports/event-store.ts';
import { isStorageError, rows } from './database.ts';
import type { LogState } from './log-state.ts';
import type { LogWriter } from './log-writer.ts';

/** Rows read at once, without a turn for others: after the first page as many as such rows are `PAGE_CHARS`. */
const PAGE_ROWS_FIRST = 32;
const PAGE_ROWS_MAX = 256;
const PAGE_CHARS = 512 * 1_024;
/** Past every revision, and still an integer to SQLite. */
const REVISION_MAX = Number.MAX_SAFE_INTEGER;

const pageAfter = (page: readonly StoredEvent[]): number => {
  const chars = page.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
  return Math.min(PAGE_ROWS_MAX, Math.max(1, Math.floor((PAGE_CHARS * page.length) / Math.max(1, chars))));
};

type Row = readonly [seq: number, revision: Revision, id: string, type: string, data: string, metadata: string];

export type EventStoreDeps = {
  readonly state: LogState;
  readonly writer: LogWriter;
  /** Refuses appends once the log is closing. */
  readonly refusal: () => Fault | undefined;
};

export const createEventStore = ({ state, writer, refusal }: EventStoreDeps): EventStore => {
  const columns = 'SELECT seq, revision, id, type, data, metadata FROM events WHERE stream = ?';
  const forwards = rows<Row>(state.database, `${columns} AND revision >= ? ORDER BY revision LIMIT ?`);
  const backwards = rows<Row>(state.database, `${columns} AND revision <= ? ORDER BY revision DESC LIMIT ?`);

  const append = async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly EncodedEvent[],
  ): Promise<AppendResult> => {
    assert(/^[^-]+-/.test(stream) && stream.isWellFormed(), 'a stream is <category>-<id>');
    assert(expected === 'none' || (Number.isSafeInteger(expected) && expected >= 0), 'a revision counts from 0');
    const bytes = checkAppend(events);
    const fault = refusal();
    if (fault !== undefined) throw fault;
    const settled = state.appending();
    try {
      const { revision, position, firstSeq } = await writer.append({ stream, expected, events, bytes });
      if (firstSeq !== undefined) tell(stream, events, { seq: firstSeq, revision: revision - events.length + 1 });
      return { revision, position };
    } finally {
      settled();
    }
  };

  /** It is written, whether or not that can be read back now: then the next look at the file finds it. */
  const tell: LogState['took'] = (stream, events, first) => {
    try {
      state.took(stream, events, first);
    } catch (error) {
      if (!isStorageError(error)) throw error;
    }
  };

  const toStored = (stream: string, [seq, revision, id, type, data, metadata]: Row): StoredEvent => {
    // An event past the head that we know is another process's: its epoch may be news to us as well.
    if (seq > state.headSeq()) state.lookForForeign();
    return { id, type, data, metadata, stream, revision, position: state.positions.positionOf(seq) };
  };

  const readStream = async function* (stream: string, options: ReadOptions = {}): AsyncGenerator<StoredEvent> {
    const { direction = 'forwards', limit = Infinity } = options;
    const [page, step] = direction === 'forwards' ? [forwards, 1] : [backwards, -1];
    let from = options.from ?? (direction === 'forwards' ? 0 : REVISION_MAX);
    let rowsMax = PAGE_ROWS_FIRST;
    for (let left = limit; left > 0 && from >= 0;) {
      const wanted = Math.min(left, rowsMax);
      const start = from;
      const found = await state.reading(() => page.all(stream, start, wanted).map((row) => toStored(stream, row)));
      yield* found;
      if (found.length < wanted) return;
      left -= found.length;
      from = (found.at(-1)?.revision ?? 0) + step;
      rowsMax = pageAfter(found);
    }
  };

  const selectHead = rows<[seq: number, revision: Revision]>(
    state.database,
    'SELECT seq, revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1',
  );
  const head = async (stream: string): Promise<AppendResult | undefined> =>
    state.reading(() => {
      const row = selectHead.get(stream);
      if (row === undefined) return undefined;
      if (row[0] > state.headSeq()) state.lookForForeign();
      return { revision: row[1], position: state.positions.positionOf(row[0]) };
    });

  return Object.freeze({ append, readStream, head });
};
