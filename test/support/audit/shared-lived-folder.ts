/** One lived folder for all test files of a process: to copy, and never to change. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestFn } from 'ava';
import { makeLivedFolder } from './lived-folder.ts';

let shared: string | undefined;

/** Its path. It is there when the tests begin, and gone after them. */
export const sharedLivedFolder = (test: TestFn): string => {
  if (shared !== undefined) return shared;
  const folder = mkdtempSync(join(tmpdir(), 'pi-lived-'));
  test.before(async () => makeLivedFolder(folder));
  test.after.always(() => rmSync(folder, { recursive: true, force: true }));
  shared = folder;
  return folder;
};
