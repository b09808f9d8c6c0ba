/** Webhooks on their whole way: the API, the reactions of a running service, and the calls that leave. */
import test, { type ExecutionContext } from 'ava';
import { createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { OutboundCall } from '../../src/ports/outbound.ts';
import { filesWith } from '../support/audit/find-secret.ts';
import { quickMusic } from '../support/engines/media-engines.ts';
import { HOPELESS, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { hostsOf } from '../support/application/hosts.ts';
import type { Client } from '../support/http/http-client.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { withCommands } from '../support/service/doctored.ts';
import { givenService, type RealServiceOptions } from '../support/service/real-service.ts';
import { expecting, finalJob, givenStarted } from '../support/service/storyboard-calls.ts';
import { personalWorkspaceOf } from '../support/service/workspace-of.ts';

const HOOKS = { ann: 'https://ann.test/news', bob: 'https://bob.test/news' };
const EVENTS = ['job.completed', 'job.human_review', 'credits.low', 'delivery.failed'];

type Logged = { readonly notice: unknown; readonly destinations: readonly { readonly status: string }[] };
type Told = {
  readonly type: string;
  readonly data: { readonly jobId?: string; readonly status?: string; readonly taskId?: string };
};

const given = async (t: ExecutionContext, options: RealServiceOptions = {}) => {
  const outbound = hostsOf({ [HOOKS.ann]: 204, [HOOKS.bob]: 204 });
  const { calls } = outbound;
  const service = await givenService(t, { outbound, makers: quickMakers(quickEngine(), quickMusic()), ...options });
  const toldTo = (name: keyof typeof HOOKS) =>
    calls
      .filter(({ url }) => url === HOOKS[name])
      .map(({ headers, body }) => ({ headers, body: JSON.parse(Buffer.from(body ?? []).toString()) as Told }));
  const create = async (client: Client, name: keyof typeof HOOKS) => {
    const { body } = expecting(201, await client.post('webhooks', { url: HOOKS[name], events: EVENTS }));
    return { id: (body['webhook'] as { readonly id: string }).id, secret: String(body['secret']) };
  };
  return { service, calls, toldTo, create };
};

/** A song, and a storyboard of which one frame waits for a person. Answers the news of them. */
const liveThrough = async (client: Client): Promise<readonly string[]> => {
  expecting(200, await client.post('music', { prompt: 'rain' }));
  const [song] = expecting(200, await client.get('jobs')).body['jobs'] as readonly { readonly id: string }[];
  const { planned, jobId } = await givenStarted(client, ['a quay', HOPELESS]);
  const { requirements } = await finalJob(client, planned, jobId);
  return [
    `job.completed ${song?.id} completed`,
    `job.human_review ${jobId} ${requirements[1]?.requirementId}`,
    `job.completed ${jobId} partially_completed`,
  ].toSorted();
};

type Call = { readonly headers?: OutboundCall['headers']; readonly body: Told };

/** A delivery that comes again counts once, by its id. */
const newsIn = (told: readonly Call[]): readonly string[] =>
  [...new Map(told.map((call) => [call.headers?.['webhook-id'], call])).values()]
    .map(({ body: { type, data } }) => `${type} ${data.jobId} ${data.status ?? data.taskId}`)
    .toSorted();

test('jobs that end are told to the webhooks of their workspace, signed, under one id each', async (t) => {
  const { service, calls, toldTo, create } = await given(t);
  const [ann, bob] = [await service.client('ann'), await service.client('bob')];
  const hook = await create(ann, 'ann');
  await create(bob, 'bob');
  const news = { ann: await liveThrough(ann), bob: await liveThrough(bob) };
  for (const name of ['ann', 'bob'] as const) {
    await eventually('all is told', () => news[name].every((one) => newsIn(toldTo(name)).includes(one)));
    t.deepEqual(newsIn(toldTo(name)), news[name], 'and nothing of another workspace');
  }
  for (const { headers = {}, body } of calls.filter(({ url }) => url === HOOKS.ann)) {
    const { 'webhook-id': id, 'webhook-timestamp': time } = headers;
    const key = Buffer.from(hook.secret.slice('whsec_'.length), 'base64');
    const mac = createHmac('sha256', key)
      .update(`${id}.${time}.`)
      .update(body ?? new Uint8Array());
    t.is(headers['webhook-signature'], `v1,${mac.digest('base64')}`);
    // Its log is that of any delivery.
    const log = async () => (await ann.get(`deliveries/${id}`)).body['delivery'] as Logged;
    await eventually('its outcome is known', async () => (await log()).destinations[0]?.status === 'delivered');
    t.like((await log()).notice, { webhookId: hook.id });
  }
});

test('sabotage: a service that forgets to look at the workspace tells all, which is seen', async (t) => {
  const { service, toldTo, create } = await given(t, {
    doctor: (core) => {
      let first: string | undefined;
      const forgetful = withCommands((commands) => ({
        read: async (decider, stream) => {
          if (stream.startsWith('webhooks-')) first ??= stream;
          return commands.read(decider, stream.startsWith('webhooks-') ? (first ?? stream) : stream);
        },
      }));
      // A sealed address opens for its own workspace alone: that has to be forgotten, too.
      const { secrets } = core;
      const open: typeof secrets.open = (sealed) => secrets.open(sealed, []);
      const unbound = { ...secrets, seal: (secret: string) => secrets.seal(secret, []), open };
      return forgetful({ ...core, secrets: unbound });
    },
  });
  const [ann, bob] = [await service.client('ann'), await service.client('bob')];
  await create(ann, 'ann');
  const [one = ''] = await liveThrough(bob);
  await eventually('the job of another is told', () => newsIn(toldTo('ann')).includes(one));
  t.true(newsIn(toldTo('ann')).includes(one));
});

/** A part of a secret tells of it, too. */
const partsOf = (secret: string): readonly string[] => [secret, secret.slice(6, 30), secret.slice(-24)];

test('no secret of a webhook is in any file, log line or later answer, and a replaced object is gone', async (t) => {
  const { service, create } = await given(t);
  const ann = await service.client('ann');
  const { id, secret } = await create(ann, 'ann');
  const rotated = String(expecting(200, await ann.post(`webhooks/${id}/rotate`)).body['secret']);
  expecting(200, await ann.post(`webhooks/${id}/ping`));
  const told: string[] = [];
  for (const path of ['webhooks', `webhooks/${id}`, 'deliveries']) told.push(expecting(200, await ann.get(path)).text);
  const workspaceId = await personalWorkspaceOf(ann);
  const objects = (): readonly string[] => readdirSync(join(service.dataDir, 'objects', workspaceId, 'webhooks'));
  await eventually('the object before the rotation is gone', () => objects().length === 1);
  for (const part of [secret, rotated].flatMap(partsOf)) {
    t.deepEqual(filesWith(service.dataDir, part), []);
    t.false(told.join('\n').includes(part));
  }
  t.false(told.join('\n').includes('/news'), 'nor is its address');
  expecting(200, await ann.delete(`webhooks/${id}`));
  await eventually('the object of a removed webhook is gone', () => objects().length === 0);
});

test('sabotage: a store that keeps secrets as they come is found by the same search', async (t) => {
  const { service, create } = await given(t, {
    doctor: (core) => ({ ...core, secrets: { ...core.secrets, seal: (secret) => Buffer.from(secret) } }),
  });
  const { secret } = await create(await service.client('ann'), 'ann');
  for (const part of partsOf(secret)) t.is(filesWith(service.dataDir, part).length, 1);
});
