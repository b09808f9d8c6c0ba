/**
 * A call that is alone is made here: it would wait for another thread twice, which is a good part of what it takes.
 * Those that come while others are under way go to the thread, and so does the subscription.
 */
import type { Calls } from '../calls.ts';

export const spreadCalls = (here: Calls, thread: Calls): Calls => {
  let underWay = 0;

  const make = async <T>(call: (calls: Calls) => Promise<T>): Promise<T> => {
    const calls = underWay === 0 ? here : thread;
    underWay += 1;
    try {
      return await call(calls);
    } finally {
      underWay -= 1;
    }
  };

  return {
    append: async (append, started) => make(async (calls) => calls.append(append, started)),
    read: async (request) => make(async (calls) => calls.read(request)),
    subscribe: async (from, hear, signal) => thread.subscribe(from, hear, signal),
    close: async (fault) => {
      await Promise.all([here.close(fault), thread.close(fault)]);
    },
  };
};
