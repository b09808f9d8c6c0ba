/** The key of a provider reaches the configured host alone, whatever proxy the environment names. */
import { createServer } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import { listening } from '../../../support/http/listening.ts';
import { runProgram } from '../../../support/process/run-program.ts';

const serve = async (t: ExecutionContext, says: string) => {
  let asked = 0;
  let tunnels = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.end(says);
  });
  server.on('connect', (_, socket) => {
    tunnels += 1;
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
  });
  const { url } = await listening(t, server);
  return { url, asked: () => asked, tunnels: () => tunnels };
};

const CLIENT = new URL('../../../../src/engines/remote/plain-client.ts', import.meta.url).href;

const program = (url: string): string => `
  import { setTimeout } from 'node:timers/promises';
  import { createPlainClient } from ${JSON.stringify(CLIENT)};
  const timers = { sleep: async (ms, signal) => setTimeout(ms, undefined, { ref: false, signal }) };
  const client = createPlainClient({ name: 'provider_c', url: ${JSON.stringify(url)}, key: 'k', timers });
  const call = { method: 'GET', url: client.at('health'), totalMs: 10_000, signal: new AbortController().signal };
  const plain = await client.call(call, async ({ body }) => Buffer.concat(await Array.fromAsync(body)).toString());
  const fetched = await fetch(${JSON.stringify(url)}).then(async (answer) => answer.text(), () => 'none');
  console.log(JSON.stringify({ plain, fetched }));
`;

test('a provider is called directly; sabotage: a client that heeds the environment is redirected', async (t) => {
  const provider = await serve(t, 'the provider');
  const proxy = await serve(t, 'the proxy');
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
  const env = { PATH: '', NODE_USE_ENV_PROXY: '1', ...Object.fromEntries(names.map((name) => [name, proxy.url])) };
  const argv = ['--input-type=module', '-e', program(provider.url)];
  const { stdout } = await runProgram(process.execPath, argv, { env, timeout: 30_000 });
  t.deepEqual(JSON.parse(stdout), { plain: 'the provider', fetched: 'none' });
  t.is(provider.asked(), 1);
  t.true(proxy.tunnels() > 0, 'the other client asked the proxy for a tunnel');
});
