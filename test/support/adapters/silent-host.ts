/** A port that takes no more connections, and refuses none: as of a host that is gone from its network. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';

/** Its process is stopped, so that it accepts nothing; the queue of the system holds two. */
const SERVER = `
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    process.stdout.write(String(server.address().port), () => process.kill(process.pid, 'SIGSTOP'));
  });`;
const FILLERS = 8;

export const givenSilentPort = async (t: ExecutionContext): Promise<number> => {
  const server = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => server.kill('SIGKILL'));
  const [text] = (await once(server.stdout, 'data')) as [Buffer];
  const port = Number(text.toString());
  const fillers = Array.from({ length: FILLERS }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  t.teardown(() => fillers.forEach((filler) => filler.destroy()));
  while (fillers.every(({ connecting }) => connecting)) await wait(10);
  return port;
};
