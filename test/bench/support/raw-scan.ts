/** The baseline of everything that reads the log: one pass over its rows that parses each event. */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** Rows a second. `hashed`: a sha256 of each event's data as well. */
export const scanRate = (path: string, hashed: boolean): number => {
  const database = new DatabaseSync(path, { readOnly: true });
  const select = database.prepare('SELECT seq, stream, revision, id, type, data, metadata FROM events ORDER BY seq');
  select.setReturnArrays(true);
  const start = performance.now();
  let rows = 0;
  for (const row of select.iterate() as Iterable<unknown>) {
    const data = (row as readonly string[])[5] as string; // It is the sixth column.
    JSON.parse(data);
    if (hashed) createHash('sha256').update(data).digest('hex');
    rows += 1;
  }
  database.close();
  return (rows * 1_000) / (performance.now() - start);
};
