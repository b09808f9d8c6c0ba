/**
 * Messages that go out together: whatever is put in before the code that is running now is through, with all that it
 * has promised where it runs in a promise itself. Waking a thread costs more than a message; waiting for a whole turn
 * of the event loop lets the threads work one after another instead of at once.
 */

export type Outbox<M> = { readonly put: (message: M) => void };

/** `failed`: what could not be sent is lost. */
export const createOutbox = <M>(
  send: (messages: readonly M[]) => void,
  failed: (error: unknown) => void,
): Outbox<M> => {
  let waiting: M[] = [];

  const flush = (): void => {
    const messages = waiting;
    waiting = [];
    try {
      send(messages);
    } catch (error) {
      failed(error);
    }
  };

  return {
    put: (message) => {
      waiting.push(message);
      if (waiting.length === 1) process.nextTick(flush);
    },
  };
};
