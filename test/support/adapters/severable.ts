/** Connections of one process that a test can cut for good: the process is gone, as far as servers can tell. */
import { connect as dial, Socket } from 'node:net';

export type Severable = {
  /** Fits `connect` of the Kafka adapter. */
  readonly connect: (host: string, port: number, onConnect: () => void) => Socket;
  /** Ends all connections without a word, and makes no more. */
  readonly sever: () => void;
};

export const createSeverable = (): Severable => {
  const sockets = new Set<Socket>();
  let severed = false;
  const cut = (socket: Socket): void => void socket.destroy(new Error('severed by the test'));
  return Object.freeze({
    connect: (host: string, port: number, onConnect: () => void) => {
      const socket = severed ? new Socket() : dial({ host, port }, onConnect);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      if (severed) process.nextTick(cut, socket);
      return socket;
    },
    sever: () => {
      severed = true;
      for (const socket of sockets) cut(socket);
    },
  });
};
