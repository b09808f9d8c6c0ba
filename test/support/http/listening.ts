/** A server of a test, on a free port of this machine until the test is over. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';
import { once } from 'node:events';

export type Listening = {
  readonly port: number;
  readonly url: string;
  /** Cuts its connections; may be repeated. */
  readonly close: () => Promise<void>;
};

export const listening = async (t: Pick<ExecutionContext, 'teardown'>, server: Server): Promise<Listening> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = async (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  t.teardown(close);
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, close };
};
