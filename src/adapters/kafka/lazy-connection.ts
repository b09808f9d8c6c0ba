/** A connection made at its first use, and again at the next one after a use failed. */
import { logClosed } from '../../messaging/message-log.ts';
import type { Timers } from '../../ports/basics.ts';
import { unavailable, untilLeft } from './client.ts';

export type LazyConnection<C> = {
  /** Fault `unavailable`, with the cause; one that failed is closed while the caller goes on. */
  use<R>(ask: (connection: C) => Promise<R>): Promise<R>;
  /** Fault `unavailable` once it was closed; a use asks this itself. */
  requireOpen(): void;
  close(): Promise<void>;
};

type Connectable = { connect(): Promise<void>; disconnect(): Promise<void> };

export const createLazyConnection = <C extends Connectable>(make: () => C, timers: Timers): LazyConnection<C> => {
  let connected: Promise<C> | undefined;
  let stopped = false;

  const connect = async (): Promise<C> => {
    const connection = make();
    await connection.connect();
    return connection;
  };

  /** A late failure may be of an earlier connection: its replacement stays. */
  const disconnect = async (from: Promise<C> | undefined): Promise<void> => {
    if (from === undefined || from !== connected) return;
    connected = undefined;
    await untilLeft(
      timers,
      from.then(async (connection) => connection.disconnect()),
    );
  };

  const requireOpen = (): void => {
    if (stopped) throw logClosed();
  };

  return Object.freeze({
    requireOpen,
    use: async <R>(ask: (connection: C) => Promise<R>): Promise<R> => {
      requireOpen();
      const used = (connected ??= connect());
      try {
        return await ask(await used);
      } catch (error) {
        disconnect(used).catch(() => undefined);
        throw unavailable(error);
      }
    },
    close: async () => {
      stopped = true;
      await disconnect(connected);
    },
  });
};
