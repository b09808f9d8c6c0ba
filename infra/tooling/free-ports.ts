/** Ports for servers that tests start. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ports of outgoing connections (from 32768 on). So a killed server finds its port free at its restart.
const LOWEST = 10_000;
const HIGHEST = 32_000;
const TRIES = 100;

/** A port of the loopback interface such that the ports at all offsets from it are free now. */
export const freePort = async (offsets: readonly number[] = [0]): Promise<number> => {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    const free = await Promise.all(offsets.map(async (offset) => isFree(port + offset)));
    if (free.every(Boolean)) return port;
  }
  throw new Error(`no free ports after ${TRIES} tries`);
};

const isFree = async (port: number): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
};
