/** Previews of the real service: a picture of a tenant, a public host by TLS, and answers that cannot run. */
import test from 'ava';
import type { TLSSocket } from 'node:tls';
import { limits } from '../../src/kernel/limits.ts';
import { thenRefused } from '../spec/api-spec.ts';
import { openHost, outboundTo, publicAndPrivate, says } from '../support/adapters/tls-hosts.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { PICTURE, png } from '../support/engines/pictures.ts';
import { smallPng } from '../support/engines/real-pictures.ts';
import { quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import type { HttpAnswer } from '../support/http/http-call.ts';
import type { Client } from '../support/http/http-client.ts';
import { givenClient } from '../support/service/real-service.ts';
import { expecting } from '../support/service/storyboard-calls.ts';

const quay = await png(({ x, noise }) => x * noise);

const preview = async (client: Client, url: string): Promise<HttpAnswer> =>
  client.get(`storage/preview?url=${encodeURIComponent(url)}`);

/** Draws the same real picture each time: the bytes of the usual double are none. */
const painter = {
  ...quickEngine(),
  perform: async () =>
    Promise.resolve({
      kind: 'done' as const,
      output: { content: quay, contentType: 'image/png' as const, width: PICTURE.width, height: PICTURE.height },
    }),
};

test('a picture of the workspace is shown by its own URL, to its tenant alone', async (t) => {
  const { client, clientOf } = await givenClient(t, { makers: quickMakers(painter) });
  const { url } = expecting(200, await client.post('image/generate', { prompt: 'a quay' })).body as { url: string };
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  for (const address of [url, url.replace(/\?.*$/, '')]) {
    const answer = expecting(200, await preview(client, address));
    t.true(answer.bytes.equals(bytes));
    t.is(answer.headers['content-type'], 'image/png');
    t.is(answer.headers['content-length'], String(bytes.byteLength));
    t.is(answer.headers['x-content-type-options'], 'nosniff');
    t.is(answer.headers['content-security-policy'], "default-src 'none'; sandbox");
    t.is(answer.headers['content-disposition'], 'inline');
    t.regex(String(answer.headers['cache-control']), /^private/);
    t.is(answer.headers['vary'], 'Authorization, X-Workspace-Id', 'a cache keeps tenants apart');
  }
  thenRefused(t, await preview(await clientOf('bob'), url), 400, 'url_not_allowed');
  for (const query of ['', '?url=', '?url=x', '?url=a%20b', `?url=${'x'.repeat(3_000)}`, `?url=${url}&url=${url}`]) {
    thenRefused(t, await client.get(`storage/preview${query}`), 400, 'validation_failed', query);
  }
});

test('a picture of an approved host is fetched by the guarded way out, as it is told by its bytes', async (t) => {
  const { inside, host, port, outbound } = await publicAndPrivate(t, (socket, head) => {
    const path = head.split(' ')[1] ?? '';
    if (path === '/quay.html') says(quay, 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: a=b')(socket);
    else if (path === '/torn') {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${quay.byteLength}\r\n\r\n`);
      socket.end(quay.subarray(0, 100));
    } else socket.destroy();
  });
  const env = { PREVIEW_APPROVED_HOSTS: 'files.test,other.test' };
  const { client } = await givenClient(t, { outbound, env });
  const at = (path: string, name = 'files.test'): string => `https://${name}:${port}${path}`;

  const answer = expecting(200, await preview(client, at('/quay.html')));
  t.true(answer.bytes.equals(quay));
  t.is(answer.headers['content-type'], 'image/png');
  t.is(answer.headers['set-cookie'], undefined);
  t.notRegex(host.requests.join(''), /authorization|cookie|bearer/i);

  thenRefused(t, await preview(client, at('/silent')), 502, 'upstream_unavailable');
  await t.throwsAsync(preview(client, at('/torn')), undefined, 'a torn picture is never a whole answer');
  thenRefused(t, await preview(client, at('/quay.html', 'www.files.test')), 400, 'url_not_allowed');
  thenRefused(t, await preview(client, at('/quay.html').replace('https', 'http')), 400, 'url_not_allowed');
  thenRefused(t, await preview(client, at('/quay.html', 'other.test')), 400, 'url_not_allowed', 'a private address');
  t.is(inside.connections(), 0);
});

test('a hundred previews of a host that hangs stop no other answer', async (t) => {
  const held: TLSSocket[] = [];
  const slow = await openHost(t, (socket) => void held.push(socket));
  const small = await smallPng();
  const quick = await openHost(t, says(small));
  const { outbound } = outboundTo([slow.port, quick.port], { firstByteMs: 60_000 });
  const env = { PREVIEW_APPROVED_HOSTS: 'files.test,other.test' };
  const { client, clientOf } = await givenClient(t, { outbound, env });
  const bob = await clientOf('bob');
  const waiting = Array.from({ length: 100 }, async () => preview(client, `https://files.test:${slow.port}/`));
  const places = limits.outboundCallsPerWorkspaceAndHostMax;
  await eventually('the host has as many calls as one workspace may make', () => held.length === places);
  expecting(200, await client.get('credits/summary'));
  expecting(200, await preview(client, `https://other.test:${quick.port}/`));
  expecting(200, await preview(bob, `https://other.test:${quick.port}/`));
  t.is(held.length, places, 'those that hang still do');
  // Each place that becomes free is taken by the next one.
  const answering = setInterval(() => held.splice(0).forEach(says(small)), 1);
  t.teardown(() => clearInterval(answering));
  for (const { status } of await Promise.all(waiting)) t.true(status === 200 || status === 502, String(status));
});
