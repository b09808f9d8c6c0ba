import test from 'ava';
import { createDeliver, type DeliveryRequest } from '../../../../src/application/deliveries/deliver.ts';
import { createListDeliveries, createReadDelivery } from '../../../../src/application/deliveries/read-deliveries.ts';
import { hmacSha256 } from '../../../../src/adapters/system/hmac-sha256.ts';
import { signWebhook } from '../../../../src/application/deliveries/sign-webhook.ts';
import type { Ground } from '../../../../src/application/application.ts';
import type { OutboundCall, OutboundRefusal } from '../../../../src/ports/outbound.ts';
import { answered, bodyOf } from '../../../support/application/answered.ts';
import { type Hosts, hostsOf } from '../../../support/application/hosts.ts';
import { createWorld, enterAs } from '../../../support/application/world.ts';
import { forgetfulOf } from '../../../support/log/watched-commands.ts';

const HOOK = 'https://hooks.test/videos?key=unlisted';
const video = { url: 'https://files.test/film.mp4', title: 'The letter' };
const secret = 'a secret of a test';

type T = Parameters<typeof createWorld>[0];

type Page = { readonly deliveries: readonly { readonly id: string }[]; readonly nextCursor: null };

/** `doctor` breaks a part of the service. */
const givenDeliverer = async (t: T, hosts: Hosts, doctor = (ground: Ground): Ground => ground) => {
  const world = await createWorld(t);
  const fake = hostsOf(hosts);
  const calls: { readonly call: OutboundCall; readonly logged: readonly string[] }[] = [];
  const outbound: Ground['outbound'] = {
    call: async (call, read) => {
      calls.push({ call, logged: (await world.events()).map(({ type }) => type) });
      return fake.call(call, read);
    },
  };
  const process = await world.start();
  const ground = doctor({ ...process.ground, outbound });
  const [ann, bob] = [await enterAs(process, 'ann'), await enterAs(process, 'bob')];
  const deliver = async (destinations: DeliveryRequest['destinations']) =>
    answered(createDeliver(ground)(ann, { video, destinations, meta: { order: 7 } }));
  const log = async (id: unknown, caller = ann) => createReadDelivery(ground)(caller, String(id));
  const list = async (filter: Parameters<ReturnType<typeof createListDeliveries>>[1], cursor = null, caller = ann) => {
    const page = { limit: 2, cursor };
    return bodyOf(createListDeliveries(ground)(caller, filter, page, { atLeast: null })) as Promise<Page>;
  };
  return { deliver, log, list, calls, bob, workspaceId: ann.workspaceId };
};

const hook = { type: 'webhook', url: HOOK } as const;
const isLogged = (calls: readonly { readonly logged: readonly string[] }[]): boolean =>
  calls.every(({ logged }) => logged.includes('DeliveryRequested'));

test('a webhook gets the video once, signed, and the delivery is in the log before it', async (t) => {
  const { deliver, calls, log, workspaceId } = await givenDeliverer(t, { [HOOK]: 204 });
  const body = await deliver([{ ...hook, secret }]);
  t.deepEqual(body['results'], [{ index: 0, type: 'webhook', status: 'delivered' }]);
  t.is(calls.length, 1);
  t.true(isLogged(calls));
  const { call } = calls[0] ?? {};
  t.like(call, { workspaceId, url: HOOK, method: 'POST' });
  const bytes = call?.body ?? new Uint8Array();
  const id = String(body['deliveryId']);
  const { createdAt, ...message } = JSON.parse(Buffer.from(bytes).toString()) as { readonly createdAt: string };
  t.deepEqual<object, object>(message, { id, type: 'video.delivered', video, meta: { order: 7 } });
  const unixSeconds = Number(call?.headers?.['webhook-timestamp']);
  t.is(new Date(unixSeconds * 1_000).toISOString().slice(0, 16), createdAt.slice(0, 16));
  t.deepEqual(call?.headers, {
    'Content-Type': 'application/json',
    ...signWebhook(hmacSha256, { id, unixSeconds, body: bytes, secrets: [secret] }),
  });
  const { delivery } = (await answered(log(id))) as {
    delivery: { destinations: readonly { readonly attempts: readonly object[] }[] };
  };
  t.like(delivery.destinations[0], { host: 'hooks.test', signed: true, status: 'delivered' });
  t.like(delivery.destinations[0]?.attempts[0], { status: 'delivered', durationMs: 0 });
});

test('a delivery that the log has not taken is not sent', async (t) => {
  const late = (ground: Ground) => ({ ...ground, commands: forgetfulOf(ground.commands, 'RequestDelivery') });
  const { deliver, calls } = await givenDeliverer(t, { [HOOK]: 200 }, late);
  t.deepEqual((await deliver([hook]))['results'], []);
  t.is(calls.length, 0);
});

const OUTCOMES: readonly (readonly [OutboundRefusal | number, string, string, number | null])[] = [
  ['host_is_address', 'blocked', 'address_not_allowed', null],
  ['scheme_not_https', 'blocked', 'address_not_allowed', null],
  ['address_not_public', 'blocked', 'host_not_public', null],
  ['name_unknown', 'blocked', 'host_not_public', null],
  ['unreachable', 'retrying', 'no_answer', null],
  ['timed_out', 'retrying', 'no_answer', null],
  ['redirected', 'retrying', 'redirected', null],
  ['answer_too_large', 'retrying', 'answer_refused', null],
  [500, 'retrying', 'status_not_2xx', 500],
  [404, 'retrying', 'status_not_2xx', 404],
];

test('each destination has its own outcome, in the answer and in the log', async (t) => {
  const hosts = Object.fromEntries(OUTCOMES.map(([outcome], index) => [`${HOOK}&n=${index}`, outcome]));
  const { deliver, log } = await givenDeliverer(t, hosts);
  const body = await deliver(OUTCOMES.map((_, index) => ({ type: 'webhook', url: `${HOOK}&n=${index}` })));
  const expected = OUTCOMES.map(([, status, code], index) => ({ index, type: 'webhook', status, code }));
  t.deepEqual(body['results'], expected);
  const { delivery } = (await answered(log(body['deliveryId']))) as {
    delivery: { destinations: readonly { attempts: readonly object[] }[] };
  };
  for (const [index, [, status, code, statusCode]] of OUTCOMES.entries()) {
    t.like(delivery.destinations[index]?.attempts[0], { attempt: 1, status, code, statusCode });
  }
});

test('deliveries are listed newest first, by pages, as their logs tell, and by conditions', async (t) => {
  const { deliver, list, log, bob } = await givenDeliverer(t, { [HOOK]: 200 });
  const ids: unknown[] = [];
  const others = [{ type: 'webhook', url: 'https://other.test/' }, { type: 'cloud_drive' }] as const;
  for (const more of [[], others, []]) ids.unshift((await deliver([hook, ...more]))['deliveryId']);
  const first = await list({});
  const second = await list({}, first.nextCursor);
  t.deepEqual(
    [first, second].map(({ deliveries }) => deliveries.map(({ id }) => id)),
    [ids.slice(0, 2), ids.slice(2)],
  );
  t.is(second.nextCursor, null);
  t.deepEqual(first.deliveries[0], (await answered(log(ids[0])))['delivery'] as never);
  const found = async (filter: Parameters<typeof list>[0]) => (await list(filter)).deliveries.map(({ id }) => id);
  t.deepEqual(await found({ status: 'blocked' }), [ids[1]]);
  t.deepEqual(await found({ status: 'unsupported', type: 'cloud_drive' }), [ids[1]]);
  t.deepEqual(await found({ host: 'other.test' }), [ids[1]]);
  t.deepEqual(await found({ host: 'other.test', status: 'delivered' }), []);
  t.deepEqual((await list({}, null, bob)).deliveries, []);
});

test('email and cloud drives are unsupported, and no call is made for them', async (t) => {
  const { deliver, calls } = await givenDeliverer(t, {});
  const { results } = await deliver([{ type: 'email' }, { type: 'cloud_drive' }]);
  const unsupported = { status: 'unsupported', code: 'type_not_supported' };
  t.deepEqual(results, [
    { index: 0, type: 'email', ...unsupported },
    { index: 1, type: 'cloud_drive', ...unsupported },
  ]);
  t.is(calls.length, 0);
});
