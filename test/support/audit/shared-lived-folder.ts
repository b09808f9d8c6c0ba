/** One lived folder for all test files of a process: to copy, and never to change. */
import type { TestFn } from 'ava';
import { ofFile } from '../process/of-file.ts';
import { tempFolder } from '../process/temp-folder.ts';
import { makeLivedFolder } from './lived-folder.ts';

let shared: string | undefined;

/** Its path. It is there when the tests begin, and gone after them. */
export const sharedLivedFolder = (test: TestFn): string => {
  if (shared !== undefined) return shared;
  const folder = tempFolder(ofFile(test));
  test.before(async () => makeLivedFolder(folder));
  shared = folder;
  return folder;
};
