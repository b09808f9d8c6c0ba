/**
 * A thread that starts with the first call. It can end by an error outside of its calls or for want of memory. Calls
 * under way then fail, and the next call starts a new one.
 */
import { type Asker, beginThread, type Thread, type ThreadDeps, ThreadEnded } from './begin-thread.ts';

export type KeptThread<C> = {
  /** Resolves when it serves; rejects when it cannot. */
  readonly ready: () => Promise<void>;
  /** Whether there is a thread now. */
  readonly isRunning: () => boolean;
  /** The call resolves with `T`. */
  readonly ask: <T>(call: C, asker?: Asker) => Promise<T>;
  /** Ends the thread that there is: calls under way fail with this error, fault `unavailable` unless stated. */
  readonly end: (error?: Error) => Promise<void>;
  /** The same for every call from then on. Idempotent. */
  readonly close: (error?: Error) => Promise<void>;
};

export const keepThread = <C>(deps: ThreadDeps): KeptThread<C> => {
  let closed: Error | undefined;
  let current: Thread<C> | undefined;
  const ended = (): Error => new ThreadEnded(deps.name);

  const running = (): Thread<C> | undefined => (current?.isOver() === false ? current : undefined);

  const thread = (): Thread<C> => {
    if (closed !== undefined) throw closed;
    return (current = running() ?? beginThread<C>(deps));
  };

  return {
    ready: async () => thread().ready,
    isRunning: () => running() !== undefined,
    ask: async (call, asker) => thread().ask(call, asker),
    end: async (error = ended()) => current?.end(error),
    close: async (error = ended()) => {
      closed ??= error;
      await current?.end(closed);
    },
  };
};
