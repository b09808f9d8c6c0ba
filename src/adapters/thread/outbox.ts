/**
 * Messages that go out together: all that are put in by the running code, its promises included where it runs in a
 * promise itself. Waking a thread costs more than a message. A wait for a whole turn of the event loop would make the
 * threads work in sequence.
 */

export type Outbox<M> = { readonly put: (message: M) => void };

/** `failed`: the messages could not be sent and are lost. */
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
