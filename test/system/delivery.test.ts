/** Delivery on its whole way: the service, the guarded client, a socket, TLS, a host. */
import test, { type ExecutionContext } from 'ava';
import { PRIVATE, publicAndPrivate, says } from '../support/adapters/tls-hosts.ts';
import { givenClient } from '../support/service/real-service.ts';
import { thenRefused } from '../spec/api-spec.ts';
import type { OutboundRules } from '../../src/adapters/outbound/open-outbound.ts';

const video = { url: 'https://files.example/film.mp4' };

/** A public and a private host on one port, and a service that delivers to both. */
const deliverToBoth = async (t: ExecutionContext, rules: Partial<OutboundRules> = {}) => {
  const { inside, host, port, outbound } = await publicAndPrivate(t, says('{}'), rules);
  const { client } = await givenClient(t, { outbound });
  const urls = ['files.test', 'other.test', PRIVATE, 'localhost'].map((name) => `https://${name}:${port}/hook`);
  const destinations = urls.map((url) => ({ type: 'webhook', url, secret: 'a secret of a test' }));
  const { status, body } = await client.post('delivery', { video, destinations });
  t.is(status, 200);
  const results = body['results'] as readonly { readonly status: string }[];
  return { client, body, statuses: results.map((one) => one.status), host, inside };
};

test('a public host gets the webhook, and a private one no byte', async (t) => {
  const { client, body, statuses, host, inside } = await deliverToBoth(t);
  t.deepEqual(statuses, ['delivered', 'blocked', 'blocked', 'blocked']);
  t.is(inside.connections(), 0);
  t.is(host.connections(), 1);
  const [head = ''] = host.requests;
  t.true(head.startsWith('POST /hook HTTP/1.1\r\n'));
  t.regex(head, /\r\nX-SERVICE-Signature: t=\d+,v1=[0-9a-f]{64}\r\n/);
  t.true(head.includes(`\r\nwebhook-id: ${String(body['deliveryId'])}\r\n`));
  const log = await client.get(`deliveries/${String(body['deliveryId'])}`);
  t.is(log.status, 200);
  t.like(log.body, { delivery: { id: body['deliveryId'] } });
  const { credits } = (await client.get('credits/summary')).body as { credits: object };
  t.like(credits, { available: 500, held: 0 });
});

test('sabotage: a client that takes private addresses for public ones is found out', async (t) => {
  const { inside } = await deliverToBoth(t, { isAllowed: () => true });
  t.true(inside.connections() > 0);
});

const webhook = { type: 'webhook', url: 'https://hooks.example/a' };

test('a deployment without deliveries answers 503', async (t) => {
  const { client } = await givenClient(t, { env: { UNIVERSAL_DELIVERY_ENABLED: 'false' } });
  thenRefused(t, await client.post('delivery', { video, destinations: [webhook] }), 503, 'feature_disabled');
});
