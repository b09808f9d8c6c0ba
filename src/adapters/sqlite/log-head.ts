/** The end of a log, as one connection knows it: from its own appends, and from looks for those of others. */
import type { DatabaseSync } from 'node:sqlite';
import { rows, single } from './database.ts';
import { createLogPositions, type LogPositions } from './log-positions.ts';

export type LogHead = {
  readonly positions: LogPositions;
  /** The last committed sequence number that we know of; 0 when the log is empty. */
  headSeq(): number;
  /** Looks at the file again for appends of other connections. True: there were some. */
  lookForForeign(): boolean;
  /** Counts the times that others' appends were found: caches from before the last one may be stale. */
  foreignFinds(): number;
  /** Notes the commits up to there, with all events that it had not seen. */
  advance(headSeq: number): void;
};

export const createLogHead = (database: DatabaseSync): LogHead => {
  const selectHead = rows<[number]>(database, 'SELECT coalesce(max(seq), 0) FROM events');
  const dataVersion = rows<[number]>(database, 'PRAGMA data_version');
  const positions = createLogPositions(database);
  let seenVersion = single(dataVersion)[0];
  let head = single(selectHead)[0];
  let finds = 0;

  return {
    positions,
    headSeq: () => head,
    lookForForeign: () => {
      const version = single(dataVersion)[0];
      if (version === seenVersion) return false;
      seenVersion = version;
      const found = single(selectHead)[0];
      if (found === head) return false;
      head = found;
      finds += 1;
      positions.refresh();
      return true;
    },
    foreignFinds: () => finds,
    advance: (headSeq) => {
      head = Math.max(head, headSeq);
    },
  };
};
