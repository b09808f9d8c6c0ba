/** A folder of a test's own, gone when the test is over. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

export const tempFolder = (t: Pick<ExecutionContext, 'teardown'>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'pi-test-'));
  // A file that a test leaves open on Windows cannot be removed at once.
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
};
