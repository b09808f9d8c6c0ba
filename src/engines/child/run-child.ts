/** One child process, from its start until it is gone. */
import { Fault } from '../../kernel/faults.ts';
import type { Timers } from '../../ports/basics.ts';
import type { ChildOptions, Ended } from './launcher.ts';
import type { Launcher } from './open-launcher.ts';

export type RunChildDeps = {
  readonly launcher: Launcher;
  /** Its sleeps need not keep the process alive: a child does. */
  readonly background: Pick<Timers, 'sleep'>;
};

/**
 * Answers when the process is gone and its pipes are closed, by whatever way it ended. Faults: `cancelled` when the
 * signal aborts, `unavailable` at the deadline or when no process can be started. The process is gone then, too.
 */
export const runChild = async (
  { launcher, background }: RunChildDeps,
  { deadlineMs, ...options }: ChildOptions & { readonly deadlineMs: number },
  signal: AbortSignal,
): Promise<Ended> => {
  if (signal.aborted) throw new Fault('cancelled', 'the job was called off');
  const { gone, kill } = launcher.launch(options);
  const over = new AbortController();
  const late = background.sleep(deadlineMs, AbortSignal.any([over.signal, signal])).then(
    () => new Fault('unavailable', `the job was not done within ${deadlineMs} ms`, { detail: { ended: 'late' } }),
    (error: unknown) => error,
  );
  try {
    const first = await Promise.race([gone, late.then((why) => ({ why }))]);
    if ('how' in first) return first;
    kill();
    await Promise.allSettled([gone]);
    throw signal.aborted ? new Fault('cancelled', 'the job was called off', { cause: first.why }) : first.why;
  } finally {
    over.abort();
  }
};
