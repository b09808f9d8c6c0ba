/** Toxiproxy of a test's own: connections between the code and a server, cut, slowed and reset by its HTTP API. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { freePort } from '../../../infra/tooling/free-ports.ts';
import { keepFolder } from '../../../infra/tooling/keeper.ts';
import { eventually } from '../kernel/eventually.ts';
import { programsFolder } from './require.ts';

export type Proxy = {
  /** `127.0.0.1:port`, to be dialled in place of the upstream. */
  readonly listen: string;
  /** Ends all connections and takes no more. */
  readonly cut: () => Promise<void>;
  /** Undoes whatever was done; new connections work again. */
  readonly restore: () => Promise<void>;
  /** Holds back what flows, in both directions, by so much each. */
  readonly slow: (ms: number) => Promise<void>;
  /** Lets nothing through any more, in either direction, and keeps the connections: silence. */
  readonly hang: () => Promise<void>;
  /** Answers what is sent on any connection with a TCP reset, until `restore`. */
  readonly reset: () => Promise<void>;
};

export type Toxiproxy = {
  /** A proxy before an upstream, `host:port`, which need not be there yet. `listen`: a free port when left out. */
  readonly proxy: (upstream: string, listen?: string) => Promise<Proxy>;
};

/** It copies bytes: to wake more threads takes longer than they help. */
const ON_ONE_PROCESSOR = { GOMAXPROCS: '1', GOGC: '400' };

type Call = (method: string, path: string, body?: unknown) => Promise<void>;

export const startToxiproxy = async (t: ExecutionContext): Promise<Toxiproxy> => {
  const port = await freePort();
  const { folder, stop } = keepFolder();
  t.teardown(stop);
  // The keeper knows its servers by the folder in their command line.
  writeFileSync(join(folder, 'proxies.json'), '[]');
  const args = ['-host', '127.0.0.1', '-port', String(port), '-config', join(folder, 'proxies.json')];
  const program = join(programsFolder(), 'toxiproxy/toxiproxy-server');
  const child = spawn(program, args, { env: ON_ONE_PROCESSOR, stdio: 'ignore', detached: true });
  writeFileSync(join(folder, 'pid'), String(child.pid));
  child.unref();
  const call: Call = async (method, path, body) => {
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`toxiproxy: ${method} ${path}: ${answer.status} ${text}`);
  };
  await eventually('toxiproxy answers', async () =>
    call('GET', '/version').then(
      () => true,
      () => false,
    ),
  );
  return Object.freeze({
    proxy: async (upstream: string, listen?: string) => {
      const address = listen ?? `127.0.0.1:${await freePort()}`;
      await call('POST', '/proxies', { name: address, listen: address, upstream, enabled: true });
      return proxyAt(call, address);
    },
  });
};

const directions = ['upstream', 'downstream'] as const;

const proxyAt = (call: Call, listen: string): Proxy => {
  const path = `/proxies/${listen}`;
  const both = async (type: string, attributes: Readonly<Record<string, number>>): Promise<void> => {
    for (const stream of directions) await call('POST', `${path}/toxics`, { type, stream, attributes });
  };
  const enable = async (enabled: boolean): Promise<void> => call('POST', path, { enabled });
  const clear = async (): Promise<void> => {
    // A toxic that is not there is a 404, which is as well.
    for (const type of ['latency', 'timeout', 'reset_peer']) {
      for (const stream of directions) {
        await call('DELETE', `${path}/toxics/${type}_${stream}`).catch(() => undefined);
      }
    }
  };
  return Object.freeze({
    listen,
    cut: async () => enable(false),
    restore: async () => {
      await clear();
      await enable(true);
    },
    slow: async (ms: number) => both('latency', { latency: ms }),
    hang: async () => both('timeout', { timeout: 0 }),
    reset: async () => both('reset_peer', { timeout: 0 }),
  });
};
