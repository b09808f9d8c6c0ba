/**
 * A thread that is there when it is asked: begun at the first call. One that ends, by an error thrown outside of its
 * calls or for want of memory, fails what was under way; the next call has a new one.
 */
import type { Fault } from '../../kernel/faults.ts';
import { type Asker, beginThread, type Thread, type ThreadDeps } from './begin-thread.ts';

export type KeptThread<C> = {
  /** Resolves when it serves; rejects when it cannot. */
  readonly ready: () => Promise<void>;
  /** Whether there is a thread now. */
  readonly isRunning: () => boolean;
  /** What is called for resolves with `T`. */
  readonly ask: <T>(call: C, asker?: Asker) => Promise<T>;
  /** What is under way fails with this, and every call from then on. Safe to repeat. */
  readonly close: (fault: Fault) => Promise<void>;
};

export const keepThread = <C>(deps: ThreadDeps): KeptThread<C> => {
  let closed: Fault | undefined;
  let current: Thread<C> | undefined;

  const running = (): Thread<C> | undefined => (current?.isOver() === false ? current : undefined);

  const thread = (): Thread<C> => {
    if (closed !== undefined) throw closed;
    return (current = running() ?? beginThread<C>(deps));
  };

  return {
    ready: async () => thread().ready,
    isRunning: () => running() !== undefined,
    ask: async (call, asker) => thread().ask(call, asker),
    close: async (fault) => {
      closed ??= fault;
      await current?.end(closed);
    },
  };
};
