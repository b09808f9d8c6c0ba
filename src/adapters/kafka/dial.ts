/** The sockets of connections to brokers. */
import { connect, type Socket } from 'node:net';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';

/**
 * A connection that is not made in time is destroyed. kafkajs gives up at the same time and only ends it. An ended
 * socket goes on to connect, for minutes where a host is silent, and keeps its process alive.
 */
export const dialWith =
  (timers: Pick<Timers, 'sleep'>) =>
  (host: string, port: number, onConnect: () => void): Socket => {
    const socket = connect({ host, port, keepAlive: true, keepAliveInitialDelay: limits.kafkaKeepAliveMs }, onConnect);
    const over = new AbortController();
    for (const event of ['connect', 'close']) socket.once(event, () => over.abort());
    timers.sleep(limits.kafkaConnectTimeoutMs, over.signal).then(
      () => socket.destroy(),
      () => undefined,
    );
    return socket;
  };
