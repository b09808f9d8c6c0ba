/** The gRPC server behind sockets of our own. So connections can be cut as by a server that is killed. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type ServiceDefinition, Server, ServerCredentials, type UntypedServiceImplementation } from '@grpc/grpc-js';

export type Listener = {
  readonly port: number;
  /** Cuts the connection of a peer (`address:port`, as a call names it). */
  cut(peer: string): void;
  /** Cuts all connections and listens no more. */
  kill(): Promise<void>;
};

export type Service = readonly [ServiceDefinition, UntypedServiceImplementation];

/** As the server's own bound, about 16 MiB and some room for its frames. */
const MESSAGE_BYTES_MAX = 17 * 1024 * 1024;

/** Port 0 takes any that is free. */
export const listen = async (port: number, services: readonly Service[]): Promise<Listener> => {
  const grpc = new Server({ 'grpc.max_receive_message_length': MESSAGE_BYTES_MAX });
  for (const [definition, implementation] of services) grpc.addService(definition, implementation);
  const injector = grpc.createConnectionInjector(ServerCredentials.createInsecure());
  const sockets = new Map<string, Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    const peer = `${socket.remoteAddress}:${socket.remotePort}`;
    sockets.set(peer, socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(peer));
    injector.injectConnection(socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  const kill = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets.values()) reset(socket);
    grpc.forceShutdown();
    await closed;
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: (peer) => {
      const socket = sockets.get(peer);
      if (socket !== undefined) reset(socket);
    },
    kill,
  };
};

// A reset of a socket that is ending fails, and Node 24 then never closes its handle: the process spins at its exit.
const reset = (socket: Socket): void => void (socket.writableEnded ? socket.destroy() : socket.resetAndDestroy());
