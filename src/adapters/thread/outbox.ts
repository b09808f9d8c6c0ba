/**
 * Messages that go out together: all that are put in by the running code, its promises included where it runs in a
 * promise itself. Waking a thread costs more than a message. A wait for a whole turn of the event loop would make the
 * threads work in sequence.
 */

import type { Transferable } from 'node:worker_threads';

export type Outbox<M> = {
  /** `transfer`: parts of the message that go over rather than being copied. */
  readonly put: (message: M, transfer?: readonly Transferable[]) => void;
};

/** `failed`: the messages could not be sent and are lost. */
export const createOutbox = <M>(
  send: (messages: readonly M[], transfer: readonly Transferable[]) => void,
  failed: (error: unknown) => void,
): Outbox<M> => {
  let waiting: M[] = [];
  let parts: Transferable[] = [];

  const flush = (): void => {
    const [messages, transfer] = [waiting, parts];
    [waiting, parts] = [[], []];
    try {
      send(messages, transfer);
    } catch (error) {
      failed(error);
    }
  };

  return {
    put: (message, transfer = []) => {
      parts.push(...transfer);
      waiting.push(message);
      if (waiting.length === 1) process.nextTick(flush);
    },
  };
};
