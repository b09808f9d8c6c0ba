/** The promises of a service that has nothing left to do. */
import type { Core } from '../../../src/main/core.ts';
import { EVER, type Since, streamsSince, untilNothingIsOwed, wholeLog } from '../log/whole-log.ts';
import { brokenPromises, type Run } from './promises.ts';

export type Rested = Run & { readonly broken: readonly string[] };

type Asked = Partial<Pick<Run, 'calls' | 'told'>> & {
  /** Since when a log is this test's: from its beginning unless stated. */
  readonly since?: Since;
  readonly patienceMs?: number;
};

/** Everything that happened in streams that began since then, and which promises that breaks. */
export const promisesAtRest = async (
  core: Core,
  { calls = [], told = [], since = EVER, patienceMs }: Asked = {},
): Promise<Rested> => {
  await untilNothingIsOwed(core, patienceMs, since);
  const all = await wholeLog(core);
  const own = streamsSince(all, since);
  const foreign = new Set(
    all
      .filter(({ stream, type }) => type === 'AttemptClaimed' && !own.has(stream))
      .map(({ data }) => (data as { readonly attemptKey: string }).attemptKey),
  );
  const events = all.filter(({ stream }) => own.has(stream));
  const run = { events, calls: calls.filter(({ attemptKey }) => !foreign.has(attemptKey)), told };
  return { ...run, broken: brokenPromises(run) };
};

export const brokenAtRest = async (...asked: Parameters<typeof promisesAtRest>): Promise<readonly string[]> =>
  (await promisesAtRest(...asked)).broken;
