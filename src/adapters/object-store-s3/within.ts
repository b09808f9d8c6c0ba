/** A bound on the time that a call takes, by the timers port. */
import { Fault } from '../../kernel/faults.ts';
import type { Timers } from '../../ports/basics.ts';

/** Aborts the signal after `ms`; work that then fails, however it puts it, has failed with fault `unavailable`. */
export const within = async <T>(
  timers: Pick<Timers, 'sleep'>,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const [late, done] = [new AbortController(), new AbortController()];
  const watch = timers.sleep(ms, done.signal).then(
    () => late.abort(),
    // Cancelled: the work was done in time.
    () => undefined,
  );
  try {
    return await work(late.signal);
  } catch (error) {
    if (!late.signal.aborted) throw error;
    throw new Fault('unavailable', `the object store did not answer within ${ms} ms`);
  } finally {
    done.abort();
    await watch;
  }
};
