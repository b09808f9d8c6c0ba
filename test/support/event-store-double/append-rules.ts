/**
 * The verdict of EventStoreDB on an append at a stated revision. Only ids count, never types or data. At the very
 * revision that the append expects, not even ids count: a repeat is stored again.
 */

export type AppendCheck = {
  /** The expected revision of the stream; -1 for no stream. */
  readonly expected: number;
  /** Its revision; -1 for no stream. */
  readonly current: number;
  readonly ids: readonly string[];
  /** The stored id at a revision at or below `current`. */
  readonly idAt: (revision: number) => string | undefined;
};

/** `repeat`: all of it is there already, at just this place; success, and nothing is written. */
export type AppendDecision = 'write' | 'repeat' | 'conflict';

export const NO_STREAM = -1;
/** `any` and `stream_exists`: which the double does not know. */
export const UNKNOWN_REVISION = -2;

export const decideAppend = ({ expected, current, ids, idAt }: AppendCheck): AppendDecision => {
  if (expected === current) return 'write';
  if (expected + ids.length > current) return 'conflict';
  return ids.every((id, index) => id === idAt(expected + 1 + index)) ? 'repeat' : 'conflict';
};
