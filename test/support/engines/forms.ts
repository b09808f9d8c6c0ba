/** Tests of films by each form of FFmpeg: the library, and the program where the machine has it. */
import { existsSync } from 'node:fs';
import type { ExecutionContext, TestFn } from 'ava';
import { openStudio, type Studio } from './films.ts';

/** `FFMPEG` names another one. */
export const FFMPEG = process.env['FFMPEG'] ?? '/usr/bin/ffmpeg';

export type Open = (t: ExecutionContext) => Studio;

/** False where there is no program, which is said; with `REQUIRE_FFMPEG=1` it fails the test. */
const hasProgram = (t: ExecutionContext): boolean => {
  if (existsSync(FFMPEG)) return true;
  t.log(`NOT CHECKED: films by the program, as there is no ${FFMPEG}`);
  if (process.env['REQUIRE_FFMPEG'] === '1') t.fail(`REQUIRE_FFMPEG=1, and there is no ${FFMPEG}`);
  else t.pass();
  return false;
};

type Run = (t: ExecutionContext) => Promise<void>;

/** Registers tests of the program. */
export const inProgram =
  (test: TestFn) =>
  (title: string, run: Run): void => {
    test(`by the program: ${title}`, async (t) => (hasProgram(t) ? run(t) : undefined));
  };

/** Registers the test once for each form. */
export const inEachForm =
  (test: TestFn) =>
  (title: string, run: (t: ExecutionContext, open: Open) => Promise<void>): void => {
    test(title, async (t) => run(t, openStudio));
    inProgram(test)(title, async (t) => run(t, (own) => openStudio(own, FFMPEG)));
  };
