/** A log that is away takes no event, and so no sealed object is left that nothing names. */
import test, { type ExecutionContext } from 'ava';
import { createOwnKeys } from '../../../../src/application/services/own-keys.ts';
import { createPutProviderKey } from '../../../../src/application/tenancy/change-provider-key.ts';
import { createDeliver } from '../../../../src/application/deliveries/deliver.ts';
import {
  createCreateWebhook,
  createPingWebhook,
  createRotateWebhook,
} from '../../../../src/application/webhooks/change-webhooks.ts';
import { Fault, type FaultCode, isFault } from '../../../../src/kernel/faults.ts';
import { answered } from '../../../support/application/answered.ts';
import { hostsOf } from '../../../support/application/hosts.ts';
import { givenWorld } from '../../../support/application/world.ts';

const HOOK = { url: 'https://hooks.test/news', events: ['job.completed'] } as const;
const PROVIDER = 'provider_c';

/** Calls that seal, on a log that answers each command with this fault. `left`: their objects that stay. */
const givenAway = async (t: ExecutionContext, code: FaultCode) => {
  const { ground, ann } = await givenWorld(t, { outbound: hostsOf({}) });
  const { webhook } = (await answered(createCreateWebhook(ground)(ann, HOOK))) as { webhook: { id: string } };
  const left = new Set<string>();
  const objects: typeof ground.objects = {
    ...ground.objects,
    put: async (key, ...given) => {
      left.add(key);
      return ground.objects.put(key, ...given);
    },
    remove: async (key) => {
      left.delete(key);
      return ground.objects.remove(key);
    },
  };
  const handle = async () => Promise.reject(new Fault(code, 'the log is away'));
  const keys = createOwnKeys({ ...ground, objects });
  const own = { keys, providers: new Set([PROVIDER]), of: async () => new Map(), opened: () => [] };
  const deps = { ...ground, objects, own, commands: { ...ground.commands, handle } };
  const place = { workspaceId: ann.workspaceId, provider: PROVIDER };
  const video = { url: 'https://files.test/film.mp4' };
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    'a key is put': async () => createPutProviderKey(deps)(ann, place, 'the key'),
    'a webhook is created': async () => createCreateWebhook(deps)(ann, HOOK),
    'a webhook is rotated': async () => createRotateWebhook(deps)(ann, webhook.id),
    'a webhook is pinged': async () => createPingWebhook(deps)(ann, webhook.id),
    'a film is delivered': async () =>
      createDeliver(deps)(ann, { video, destinations: [{ type: 'webhook', ...HOOK }] }),
  };
  return { calls, left };
};

test('a sealed object whose event the log has not taken is removed', async (t) => {
  const { calls, left } = await givenAway(t, 'unavailable');
  for (const [what, call] of Object.entries(calls)) {
    t.true(isFault(await t.throwsAsync(call), 'unavailable'), what);
    t.is(left.size, 0, what);
  }
});

test('a sealed object whose event the log may have taken stays', async (t) => {
  const { calls, left } = await givenAway(t, 'ambiguous');
  for (const call of Object.values(calls)) await t.throwsAsync(call);
  t.is(left.size, Object.keys(calls).length);
});
