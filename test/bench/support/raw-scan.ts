/** The baseline of everything that reads the log: one pass over its rows that parses both JSON texts of each event. */
import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** Rows a second. `hashed`: a sha256 of each event's data as well. */
export const scanRate = (path: string, hashed: boolean): number => {
  const database = new DatabaseSync(path, { readOnly: true });
  const select = database.prepare('SELECT seq, stream, revision, id, type, data, metadata FROM events ORDER BY seq');
  select.setReturnArrays(true);
  const start = performance.now();
  let rows = 0;
  for (const row of select.iterate() as Iterable<unknown>) {
    const [data, metadata] = (row as readonly string[]).slice(5) as [string, string]; // The last two columns.
    JSON.parse(data);
    JSON.parse(metadata);
    if (hashed) hash('sha256', data);
    rows += 1;
  }
  database.close();
  return (rows * 1_000) / (performance.now() - start);
};
