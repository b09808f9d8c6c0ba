/** Webhooks as their owners handle them: secrets that are shown once, rotated and sealed. */
import test from 'ava';
import { webhooksDecider, webhooksStream } from '../../../../commands/webhooks.ts';
import { hmacSha256 } from '../../../../src/adapters/system/hmac-sha256.ts';
import { signWebhook } from '../../../../src/application/deliveries/sign-webhook.ts';
import {
  createCreateWebhook,
  createPingWebhook,
  createRotateWebhook,
} from '../../../../src/application/webhooks/change-webhooks.ts';
import {
  createListWebhooks,
  createReadWebhook,
  createRemoveWebhook,
} from '../../../../src/application/webhooks/owned-webhooks.ts';
import { Fault, isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { OutboundCall } from '../../../../src/ports/outbound.ts';
import { answered, refusalOf } from '../../../support/application/answered.ts';
import { enterAs } from '../../../support/application/world.ts';
import { bodyIn, type Created, givenWebhooks, HOOK, idIn } from './webhook-world.ts';

const headersBy = (call: OutboundCall | undefined, secrets: readonly string[]): Readonly<Record<string, string>> => ({
  'Content-Type': 'application/json',
  ...signWebhook(hmacSha256, {
    id: idIn(call),
    unixSeconds: Number(call?.headers?.['webhook-timestamp']),
    body: call?.body ?? new Uint8Array(),
    secrets,
  }),
});

test('a ping is a delivery of its own, and answers the outcome of its first attempt', async (t) => {
  const { create, ground, ann, calls, hosts } = await givenWebhooks(t, { [HOOK]: 204 });
  const { webhook, secret } = await create();
  const ping = async () => answered(createPingWebhook(ground)(ann, webhook.id));
  const body = await ping();
  t.like(body, { deliveryId: idIn(calls[0]), results: [{ index: 0, type: 'webhook', status: 'delivered' }] });
  t.like(bodyIn(calls[0]), { type: 'webhook.ping', data: { webhookId: webhook.id } });
  t.deepEqual(calls[0]?.headers, headersBy(calls[0], [secret]));
  hosts[HOOK] = 500;
  t.like(await ping(), { results: [{ status: 'retrying', code: 'status_not_2xx' }] });
  t.not(idIn(calls[1]), idIn(calls[0]));
});

test('after a rotation both secrets sign for a day, then the new one alone', async (t) => {
  const { create, ground, ann, calls, world } = await givenWebhooks(t, { [HOOK]: 204 });
  const { webhook, secret: first } = await create();
  const rotate = async () =>
    ((await answered(createRotateWebhook(ground)(ann, webhook.id))) as unknown as Created).secret;
  const signedBy = async (...secrets: readonly string[]): Promise<void> => {
    await answered(createPingWebhook(ground)(ann, webhook.id));
    t.deepEqual(calls.at(-1)?.headers, headersBy(calls.at(-1), secrets));
  };
  const second = await rotate();
  await signedBy(second, first);
  await world.time.advance(limits.webhookSecretOverlapMs - 1);
  await signedBy(second, first);
  await world.time.advance(1);
  await signedBy(second);
  const third = await rotate();
  const fourth = await rotate();
  await signedBy(fourth, third);
  t.is(new Set([first, second, third, fourth]).size, 4);
  t.true([first, second].every((one) => /^whsec_[A-Za-z0-9+/]{43}=$/.test(one)));
});

test('of rotations at one moment each that is answered is in force', async (t) => {
  const { create, ground, ann, calls } = await givenWebhooks(t, { [HOOK]: 204 });
  const { webhook } = await create();
  const rotate = createRotateWebhook(ground);
  const all = await Promise.allSettled([rotate(ann, webhook.id), rotate(ann, webhook.id)]);
  const done = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  for (const one of all) if (one.status === 'rejected') t.true(isFault(one.reason, 'unavailable'));
  t.true(done.length >= 1);
  await answered(createPingWebhook(ground)(ann, webhook.id));
  const header = String(calls[0]?.headers?.['webhook-signature']);
  for (const one of done) {
    t.is(one.kind, 'ok');
    const { secret } = (one.kind === 'ok' ? one.value : {}) as unknown as Created;
    const [signature] = headersBy(calls[0], [secret])['webhook-signature']?.split(' ') ?? [];
    t.true(header.split(' ').includes(signature ?? ''), 'an answered secret signs');
  }
});

test('a webhook that does not open any more is refused by name, and a rotation meanwhile is a fault', async (t) => {
  const { create, ground, ann } = await givenWebhooks(t, { [HOOK]: 204 });
  const { webhook } = await create();
  const gone = async (): Promise<never> => Promise.reject(new Fault('not_found', 'there is no object'));
  const closed = (): never => {
    throw new Fault('corrupt', 'a sealed secret was changed');
  };
  const losses = [
    { ...ground, objects: { ...ground.objects, get: gone } },
    { ...ground, secrets: { ...ground.secrets, open: closed } },
  ];
  for (const lost of losses) {
    t.is(await refusalOf(createRotateWebhook(lost)(ann, webhook.id)), 'content_lost');
  }
  const overtaken = async (): Promise<never> => {
    await answered(createRotateWebhook(ground)(ann, webhook.id));
    return gone();
  };
  const rotate = createRotateWebhook({ ...ground, objects: { ...ground.objects, get: overtaken } });
  await t.throwsAsync(rotate(ann, webhook.id), { code: 'unavailable', message: /ask again$/ });
});

test('no address or secret is in the log, in a later answer, or in the store as it is', async (t) => {
  const { create, ground, ann, world, calls } = await givenWebhooks(t, { [HOOK]: 500 });
  const { webhook, secret } = await create();
  const rotated = (await answered(createRotateWebhook(ground)(ann, webhook.id))) as unknown as Created;
  await answered(createPingWebhook(ground)(ann, webhook.id));
  const { state } = await ground.commands.read(webhooksDecider, webhooksStream(ann.workspaceId));
  const sealed = await world.objects.get(state.webhooks[0]?.object ?? '');
  const content = await world.objects.get(`${ann.workspaceId}/deliveries/${idIn(calls[0])}`);
  const answers = [await createListWebhooks(ground)(ann), await createReadWebhook(ground)(ann, webhook.id)];
  const kept = [JSON.stringify([await world.events(), answers]), Buffer.from(sealed), Buffer.from(content)].join('');
  for (const one of [secret, rotated.secret]) {
    for (const form of [one, one.slice(6, 30), one.slice(-20)]) t.false(kept.includes(form));
  }
  t.false(kept.includes('unlisted'));
  // It is bound to its webhook.
  t.throws(() => ground.secrets.open(sealed, ['webhook', ann.workspaceId, 'whk_other']));
  t.true(ground.secrets.open(sealed, ['webhook', ann.workspaceId, webhook.id]).includes(secret));
});

test('webhooks are for owners of their workspace, and others learn nothing of them', async (t) => {
  const { create, ground, ann, process } = await givenWebhooks(t, { [HOOK]: 204 });
  const { webhook } = await create();
  const bob = await enterAs(process, 'bob');
  const calls = [createReadWebhook, createRemoveWebhook, createRotateWebhook, createPingWebhook] as const;
  for (const make of calls) {
    t.is(await refusalOf(make(ground)({ ...bob, workspaceId: ann.workspaceId }, webhook.id)), 'workspace_forbidden');
    t.is(await refusalOf(make(ground)(bob, webhook.id)), 'project_forbidden');
    t.is(await refusalOf(make(ground)(bob, `whk_${'0'.repeat(26)}`)), 'webhook_not_found');
  }
  const within = { ...bob, workspaceId: ann.workspaceId };
  t.is(await refusalOf(createListWebhooks(ground)(within)), 'workspace_forbidden');
  const request = { url: HOOK, events: ['job.completed'] as const };
  t.is(await refusalOf(createCreateWebhook(ground)(within, request)), 'workspace_forbidden');
  t.like(await answered(createListWebhooks(ground)(bob)), { webhooks: [] });
  t.like(await answered(createReadWebhook(ground)(ann, webhook.id)), {
    webhook: { id: webhook.id, host: 'hooks.test', description: null, previousSecretUntil: null },
  });
});

for (const [what, projector] of [
  ['a read model that is up to date', true],
  ['one without a single event', false],
] as const) {
  test(`an id of another workspace is known as such with ${what}, until its webhook is removed`, async (t) => {
    const { create, ground, ann, world } = await givenWebhooks(t, { [HOOK]: 204 });
    const there = await world.start({ projector });
    const bob = await enterAs(there, 'bob');
    const { webhook } = await create();
    const read = createReadWebhook(there.ground);
    t.is(await refusalOf(read(bob, webhook.id)), 'project_forbidden');
    await answered(createRemoveWebhook(ground)(ann, webhook.id));
    t.is(await refusalOf(read(bob, webhook.id)), 'webhook_not_found');
    t.is(await refusalOf(read(ann, webhook.id)), 'webhook_not_found');
  });
}
